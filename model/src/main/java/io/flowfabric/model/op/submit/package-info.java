/** Arguments and outcomes of submitting executions, cancelling them and awaiting their results. */
@NullMarked
package io.flowfabric.model.op.submit;

import org.jspecify.annotations.NullMarked;
