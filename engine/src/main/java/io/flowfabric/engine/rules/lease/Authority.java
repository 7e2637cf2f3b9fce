package io.flowfabric.engine.rules.lease;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import java.util.Optional;
import java.util.OptionalLong;

/** In whose name a lease-bound write is made. */
public sealed interface Authority {

    /** The holder of a lease, proven by lease id, epoch and attempt id. */
    record Fence(LeaseId leaseId, long epoch, AttemptId attemptId) implements Authority {}

    /** An operator, acting in place of the holder of the lease. */
    record OperatorOverride() implements Authority {}

    /**
     * The authority that the parts of a fence and a source amount to; judged before anything is read (02 §3.1).
     *
     * @param source an omitted one counts as {@code lease_holder}
     */
    static Answer<Authority> of(
            Optional<LeaseId> leaseId, OptionalLong epoch, Optional<AttemptId> attemptId, CancelSource source) {
        boolean nothingGiven = leaseId.isEmpty() && epoch.isEmpty() && attemptId.isEmpty();
        if (!nothingGiven) {
            return fence(leaseId, epoch, attemptId).map(fence -> fence);
        }
        return source.equals(CancelSource.OPERATOR_OVERRIDE)
                ? new Answer.Given<>(new OperatorOverride())
                : refuse(
                        "fence_required",
                        "Name lease_id, lease_epoch and attempt_id of the lease, "
                                + "or set the source operator_override.");
    }

    /** The fence that its parts amount to, where only the holder may act; checked before any read. */
    static Answer<Fence> fence(Optional<LeaseId> leaseId, OptionalLong epoch, Optional<AttemptId> attemptId) {
        if (leaseId.isPresent() && epoch.isPresent() && attemptId.isPresent()) {
            return new Answer.Given<>(new Fence(leaseId.get(), epoch.getAsLong(), attemptId.get()));
        }
        return leaseId.isEmpty() && epoch.isEmpty() && attemptId.isEmpty()
                ? refuse("fence_required", "Name lease_id, lease_epoch and attempt_id of the lease.")
                : refuse("partial_fence_triple", "A fence is lease_id, lease_epoch and attempt_id together.");
    }

    private static <R> Answer<R> refuse(String detail, String explanation) {
        return new Answer.Refused<>(EngineError.of(ErrorCode.INVALID_INPUT, detail, explanation));
    }
}
