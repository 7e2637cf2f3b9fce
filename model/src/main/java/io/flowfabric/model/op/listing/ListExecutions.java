package io.flowfabric.model.op.listing;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
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
        @JsonMember(format = Format.PARTITION) OptionalInt partition,
        @JsonMember(emptyMeansOmitted = true) Optional<ExecutionId> cursor,
        @JsonMember(omitted = "50") int limit,
        Optional<Namespace> namespace) {

    /** A list over all namespaces. */
    public ListExecutions(OptionalInt partition, Optional<ExecutionId> cursor, int limit) {
        this(partition, cursor, limit, Optional.empty());
    }
}
