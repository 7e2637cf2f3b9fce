package io.flowfabric.model.op;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.Optional;

/**
 * Arguments of {@code list_lanes}.
 *
 * @param cursor the last lane of the page before
 * @param limit 0 answers an empty page
 * @param namespace only lanes on which there ever was an execution of it, when given
 */
public record ListLanes(Optional<LaneId> cursor, int limit, Optional<Namespace> namespace) {

    /** The lanes of all namespaces. */
    public ListLanes(Optional<LaneId> cursor, int limit) {
        this(cursor, limit, Optional.empty());
    }
}
