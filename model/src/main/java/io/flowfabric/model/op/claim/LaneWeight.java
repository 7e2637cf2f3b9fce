package io.flowfabric.model.op.claim;

import io.flowfabric.model.id.LaneId;

/**
 * A lane to claim from.
 *
 * @param weight how much it gets while several lanes have work, against the weights of the others, 1 to 1000
 */
public record LaneWeight(LaneId laneId, int weight) {
    /** A lane like any other. */
    public static LaneWeight of(LaneId laneId) {
        return new LaneWeight(laneId, 1);
    }
}
