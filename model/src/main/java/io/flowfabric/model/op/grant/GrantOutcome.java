package io.flowfabric.model.op.grant;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.json.Outcome;
import io.flowfabric.model.partition.PartitionKey;

/** What came of asking for a grant. A claim grant is given or refused with an error; the others concern reclaims. */
public sealed interface GrantOutcome extends Outcome {
    /** The worker may acquire the execution until the grant expires. */
    record Granted(ExecutionId executionId, PartitionKey partitionKey, String grantKey, long expiresAtMs, LaneId laneId)
            implements GrantOutcome {}

    /** There is nothing to reclaim. */
    record NotReclaimable(ExecutionId executionId, String detail) implements GrantOutcome {}

    /** It was reclaimed too often, and has failed for that. */
    record ReclaimCapExceeded(ExecutionId executionId, int reclaimCount) implements GrantOutcome {}
}
