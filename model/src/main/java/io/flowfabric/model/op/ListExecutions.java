package io.flowfabric.model.op;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Arguments of {@code list_executions}.
 *
 * @param partition only this one, when given
 * @param cursor the last id of the page before
 * @param limit at most 1000; 0 answers an empty page
 * @param namespace only executions of this one, when given
 */
public record ListExecutions(
        OptionalInt partition, Optional<ExecutionId> cursor, int limit, Optional<Namespace> namespace) {

    /** A list over all namespaces. */
    public ListExecutions(OptionalInt partition, Optional<ExecutionId> cursor, int limit) {
        this(partition, cursor, limit, Optional.empty());
    }
}
