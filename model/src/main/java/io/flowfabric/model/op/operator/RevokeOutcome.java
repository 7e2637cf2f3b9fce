package io.flowfabric.model.op.operator;

import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.json.Outcome;

/** What came of {@code revoke_lease}. */
public sealed interface RevokeOutcome extends Outcome {
    /** The lease was taken away. */
    record Revoked(LeaseId leaseId, long leaseEpoch) implements RevokeOutcome {}

    /** There was nothing to take away, for the reason given. */
    record AlreadySatisfied(String reason) implements RevokeOutcome {}
}
