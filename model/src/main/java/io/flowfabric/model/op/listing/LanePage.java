package io.flowfabric.model.op.listing;

import io.flowfabric.model.id.LaneId;
import java.util.List;
import java.util.Optional;

/** A page of lanes in the order of their names; the cursor is there when more remain. */
public record LanePage(List<LaneId> lanes, Optional<LaneId> nextCursor) {
    public static final LanePage EMPTY = new LanePage(List.of(), Optional.empty());

    public LanePage {
        lanes = List.copyOf(lanes);
    }
}
