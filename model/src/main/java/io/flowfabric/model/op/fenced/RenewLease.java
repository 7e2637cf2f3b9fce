package io.flowfabric.model.op.fenced;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;

/**
 * Arguments of {@code renew_lease}.
 *
 * @param fence never absent in a call that succeeds; its absence is for the rules to refuse
 */
public record RenewLease(
        ExecutionId executionId,
        @JsonMember(required = true) Optional<FenceTriple> fence,
        int attemptIndex,
        long leaseTtlMs) {}
