package io.flowfabric.model.op.fenced;

import io.flowfabric.model.json.Outcome;

/** What came of {@code renew_lease}. */
public sealed interface RenewLeaseOutcome extends Outcome {
    /** The lease goes on until a time. */
    record Renewed(long expiresAt) implements RenewLeaseOutcome {}
}
