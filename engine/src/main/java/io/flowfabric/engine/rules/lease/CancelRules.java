package io.flowfabric.engine.rules.lease;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Refusals;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.limit.FreeText;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.OwnershipState;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.model.state.VectorRow;
import java.util.Optional;
import java.util.OptionalLong;

/** 02 §6.7 and §9.1 — cancelling, by the holder or by a caller without the lease. */
public final class CancelRules {
    private CancelRules() {}

    /**
     * Cancels an execution from any phase. Cancelling a cancelled one succeeds and changes nothing.
     *
     * @param leaseId proof of ownership, which {@code lease_holder} and custom sources owe while the execution is
     *     active
     */
    public static Decision<EndedOutcome> cancelExecution(
            Loaded loaded,
            String reason,
            CancelSource source,
            Optional<LeaseId> leaseId,
            OptionalLong epoch,
            long now) {
        Execution e = loaded.execution();
        if (e.vector().outcome() == TerminalOutcome.CANCELLED) {
            return Decision.of(cancelled(e));
        }
        if (e.vector().isTerminal()) {
            return Decision.refuse(Refusals.notActive(e));
        }
        if (e.vector().phase() == LifecyclePhase.ACTIVE && source.needsFence()) {
            var refusal = ownershipRefusal(e, leaseId, epoch);
            if (refusal.isPresent()) {
                return Decision.refuse(refusal.get());
            }
        }
        return cancel(loaded, reason, source, now);
    }

    /**
     * Cooperative cancel through a handle. Expiry is not tested: a holder whose lease has expired, but was not
     * reclaimed, may still cancel. A repeat of its own cancel is answered like the first.
     */
    public static Decision<EndedOutcome> cancelByHolder(Loaded loaded, Fence fence, String reason, long now) {
        Execution e = loaded.execution();
        return switch (e.vector().phase()) {
            case ACTIVE -> {
                var refusal = ownershipRefusal(e, Optional.of(fence.leaseId()), OptionalLong.of(fence.epoch()));
                yield refusal.isPresent()
                        ? Decision.refuse(refusal.get())
                        : cancel(loaded, reason, CancelSource.WORKER, now);
            }
            case SUSPENDED -> {
                boolean own = e.leaseEpoch() == fence.epoch()
                        && e.currentAttemptId()
                                .filter(fence.attemptId()::equals)
                                .isPresent();
                yield own
                        ? cancel(loaded, reason, CancelSource.WORKER, now)
                        : Decision.refuse(Refusals.staleLease(e, fence.epoch()));
            }
            case TERMINAL ->
                OutcomeRules.endedBy(e, fence, TerminalOutcome.CANCELLED)
                        ? Decision.of(cancelled(e))
                        : Decision.refuse(Refusals.notActive(e));
            case RUNNABLE, SUBMITTED -> Decision.refuse(Refusals.notActive(e));
        };
    }

    private static Optional<EngineError> ownershipRefusal(Execution e, Optional<LeaseId> leaseId, OptionalLong epoch) {
        if (leaseId.isEmpty() || epoch.isEmpty()) {
            return Optional.of(EngineError.of(
                    ErrorCode.INVALID_INPUT,
                    "fence_required",
                    "Execution %s is active: name lease_id and lease_epoch, or cancel as operator_override."
                            .formatted(e.id())));
        }
        if (e.vector().ownership() == OwnershipState.LEASE_REVOKED) {
            return Optional.of(Refusals.leaseRevoked(e));
        }
        var holder = e.leaseHolder().orElseThrow();
        boolean owns = holder.leaseId().equals(leaseId.get()) && holder.epoch() == epoch.getAsLong();
        return owns ? Optional.empty() : Optional.of(Refusals.staleLease(e, epoch.getAsLong()));
    }

    private static Decision<EndedOutcome> cancel(Loaded loaded, String reason, CancelSource source, long now) {
        Execution e = loaded.execution();
        String why = FreeText.reason(reason);
        var attempt = Terminations.endedAttempt(
                e, AttemptStatus.ENDED_CANCELLED, AttemptFailure.of(FreeText.reason("cancelled: " + why)), now);
        var after = Terminations.terminal(e, VectorRow.CANCELLED, e.ending().cancelled(why, source.literal()), now);
        boolean cascade = source.equals(CancelSource.FLOW_CASCADE);
        return Decision.of(cancelled(after))
                .changing(new Change.Ended(e, after, attempt, Optional.empty()))
                .changing(loaded.grant().map(grant -> new Change.GrantRemoved(e.id())))
                .emitting(LifecycleEvents.ended(after, cascade, now))
                .emitting(LifecycleEvents.revokedIfHeld(e, "cancelled", revokedBy(source), now));
    }

    private static EndedOutcome cancelled(Execution e) {
        return new EndedOutcome.Cancelled(e.id(), e.publicState());
    }

    private static RevokedBy revokedBy(CancelSource source) {
        if (source.equals(CancelSource.OPERATOR_OVERRIDE)) {
            return RevokedBy.OPERATOR;
        }
        return source.needsFence() ? RevokedBy.BACKEND : RevokedBy.RECONCILER;
    }
}
