package io.flowfabric.model.op.grant;

import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;

/** What {@code issue_grant_and_claim} answers: the lease that the operator now holds. */
public record OperatorClaim(LeaseId leaseId, long leaseEpoch, int attemptIndex, AttemptId attemptId, Handle handle) {}
