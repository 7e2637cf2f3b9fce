package io.flowfabric.model.op.listing;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;

/**
 * Arguments of {@code list_lanes}.
 *
 * @param cursor the last lane of the page before
 * @param limit 0 answers an empty page
 * @param namespace only lanes on which there ever was an execution of it, when given
 */
public record ListLanes(
        @JsonMember(emptyMeansOmitted = true) Optional<LaneId> cursor,
        @JsonMember(omitted = "100") int limit,
        Optional<Namespace> namespace) {

    /** The lanes of all namespaces. */
    public ListLanes(Optional<LaneId> cursor, int limit) {
        this(cursor, limit, Optional.empty());
    }
}
