package io.flowfabric.model.op;

import io.flowfabric.model.id.LaneId;
import java.util.Optional;

/**
 * Arguments of {@code list_lanes}.
 *
 * @param cursor the last lane of the page before
 * @param limit 0 answers an empty page
 */
public record ListLanes(Optional<LaneId> cursor, int limit) {}
