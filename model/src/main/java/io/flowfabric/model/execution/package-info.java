/**
 * The execution record and its parts, grouped as in 02 §1.2: identity, counters, the current attempt and lease, timing,
 * lineage, progress, ending. Immutable values; {@link io.flowfabric.model.execution.ExecutionEdit} makes the next one.
 */
@NullMarked
package io.flowfabric.model.execution;

import org.jspecify.annotations.NullMarked;
