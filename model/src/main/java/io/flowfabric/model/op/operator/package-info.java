/** Arguments and outcomes of what operators and schedulers do to executions. */
@NullMarked
package io.flowfabric.model.op.operator;

import org.jspecify.annotations.NullMarked;
