/** Arguments and outcomes of the worker registry. */
@NullMarked
package io.flowfabric.model.op.worker;

import org.jspecify.annotations.NullMarked;
