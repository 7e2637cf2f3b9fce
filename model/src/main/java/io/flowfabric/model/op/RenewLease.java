package io.flowfabric.model.op;

import io.flowfabric.model.id.ExecutionId;
import java.util.Optional;

/**
 * Arguments of {@code renew_lease}.
 *
 * @param fence never absent in a call that succeeds; its absence is for the rules to refuse
 */
public record RenewLease(ExecutionId executionId, Optional<FenceTriple> fence, int attemptIndex, long leaseTtlMs) {}
