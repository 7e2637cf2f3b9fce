package io.flowfabric.model.op.claim;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.json.Outcome;
import io.flowfabric.model.partition.PartitionKey;

/** What came of {@code claim_for_worker}. */
public sealed interface ClaimForWorkerOutcome extends Outcome {
    /** The worker may acquire the execution until the grant expires. It names its own lane when it does. */
    record Granted(ExecutionId executionId, PartitionKey partitionKey, String grantKey, long expiresAtMs)
            implements ClaimForWorkerOutcome {}

    /** The lane holds nothing that this worker may start now. */
    record NoWork() implements ClaimForWorkerOutcome {}
}
