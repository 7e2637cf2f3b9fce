package io.flowfabric.engine.rules.claim;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.lease.LifecycleEvents;
import io.flowfabric.engine.rules.lease.Terminations;
import io.flowfabric.model.Times;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.lease.LeaseMarks;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.OwnershipState;
import io.flowfabric.model.state.VectorRow;
import java.util.Optional;
import java.util.OptionalInt;

/** 02 §10.3 and §10.4 — taking over from a worker that was lost: a new attempt at the next epoch, up to a cap. */
public final class ReclaimRules {
    public static final int DEFAULT_CAP = 100;
    static final String CAP_REASON = "max_reclaims_exceeded";

    private ReclaimRules() {}

    /** The outcome of {@code reclaim_execution}. */
    public sealed interface Outcome {
        record Claimed(Acquired acquired) implements Outcome {}

        record NotReclaimable(String detail) implements Outcome {}

        record ReclaimCapExceeded(int reclaimCount) implements Outcome {}

        record GrantNotFound() implements Outcome {}
    }

    /**
     * Consumes a reclaim grant.
     *
     * @param callersCap counts only for an execution without a policy
     */
    public static Decision<Outcome> reclaim(Loaded loaded, Acquisition by, OptionalInt callersCap, long now) {
        Execution e = loaded.execution();
        if (ClaimRules.isRepeat(e, by, now)
                && e.currentAttemptId().filter(by.attemptId()::equals).isPresent()) {
            return Decision.of(new Outcome.Claimed(new Acquired(HandleKind.RECLAIMED, e)));
        }
        if (!isReclaimable(loaded)) {
            return Decision.of(new Outcome.NotReclaimable(observed(e)));
        }
        var grant = loaded.grant().filter(held -> held.kind() == GrantKind.RECLAIM);
        if (grant.isEmpty()) {
            return Decision.of(new Outcome.GrantNotFound());
        }
        if (grant.get().isExpiredAt(now)) {
            return Decision.<Outcome>of(new Outcome.GrantNotFound()).changing(new Change.GrantRemoved(e.id()));
        }
        if (!grant.get().workerId().equals(by.workerId())) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.INVALID_INPUT,
                    "worker_id: " + by.workerId().value(),
                    "The reclaim grant on execution %s belongs to worker %s."
                            .formatted(e.id(), grant.get().workerId().value())));
        }
        if (capReached(loaded, callersCap.orElse(DEFAULT_CAP))) {
            return capExceeded(loaded, now)
                    .answering(ignored -> new Answer.Given<>(
                            new Outcome.ReclaimCapExceeded(e.counters().reclaims())));
        }
        return LeaseAcquisition.reclaimed(loaded, by, now)
                .answering(answer -> new Answer.Given<>(new Outcome.Claimed(answer.orThrow())));
    }

    /** The reclaim inside a claim: no grant, but a grace period; at the cap the execution fails and is skipped. */
    static Decision<Optional<Acquired>> automatic(Loaded loaded, Acquisition by, long graceMs, long now) {
        if (!isOffered(loaded, graceMs, now)) {
            return ClaimRules.passOver();
        }
        return capReached(loaded, DEFAULT_CAP)
                ? capExceeded(loaded, now).answering(ignored -> new Answer.Given<>(Optional.empty()))
                : ClaimRules.found(LeaseAcquisition.reclaimed(loaded, by, now));
    }

    /**
     * Fails an execution that was reclaimed too often, as a claimer would that meets it; nothing happens during the
     * grace period, below the cap, or when there is nothing to reclaim.
     */
    public static Decision<Ok> endIfCapReached(Optional<Loaded> found, long graceMs, long now) {
        return found.filter(loaded -> isOffered(loaded, graceMs, now) && capReached(loaded, DEFAULT_CAP))
                .map(loaded -> capExceeded(loaded, now).<Ok>answering(ended -> new Answer.Given<>(Ok.OK)))
                .orElseGet(() -> Decision.of(Ok.OK));
    }

    /** Whether any claimer may reclaim the lease now. */
    private static boolean isOffered(Loaded loaded, long graceMs, long now) {
        return isReclaimable(loaded) && Times.plus(reclaimableSince(loaded.execution()), graceMs) <= now;
    }

    /** Whether the lease expired or was revoked, and nothing forbids a reclaim. */
    static boolean isReclaimable(Loaded loaded) {
        var ownership = loaded.execution().vector().ownership();
        return (ownership == OwnershipState.LEASE_EXPIRED_RECLAIMABLE || ownership == OwnershipState.LEASE_REVOKED)
                && !loaded.membership().owedCancel();
    }

    static String observed(Execution e) {
        return "lifecycle_phase=%s ownership_state=%s"
                .formatted(e.vector().phase().literal(), e.vector().ownership().literal());
    }

    /** Whether the loss of this lease counts: not when it was claimed ahead and its work had not begun. */
    public static boolean isCounted(Execution e) {
        return !e.lease().orElseThrow().marks().unstarted();
    }

    /** The cap of an attached policy, 100 if it names none; without a policy, that of the caller. */
    public static long cap(ExecutionPolicy policy, int withoutPolicy) {
        return policy.isAttached() ? policy.limits().maxReclaimCount() : withoutPolicy;
    }

    public static boolean capReached(Loaded loaded, int withoutPolicy) {
        var e = loaded.execution();
        return isCounted(e) && e.counters().reclaims() >= cap(loaded.policy(), withoutPolicy);
    }

    /** Whether an execution is at its cap, as far as these few columns tell; {@link #endIfCapReached} decides. */
    public static boolean isAtCap(int reclaims, LeaseMarks marks, ExecutionPolicy policy) {
        return !marks.unstarted() && reclaims >= cap(policy, DEFAULT_CAP);
    }

    /** It was reclaimed too often: the execution fails. The lease had ended before, so only the end is reported. */
    static Decision<Execution> capExceeded(Loaded loaded, long now) {
        Execution e = loaded.execution();
        var attempt = Terminations.endedAttempt(
                        e, AttemptStatus.INTERRUPTED_RECLAIMED, AttemptFailure.of(CAP_REASON), now)
                .map(ended -> ended.withoutHolder());
        var after = Terminations.terminal(e, VectorRow.FAILED, ExecutionEnding.failed(CAP_REASON), now);
        return Decision.of(after)
                .changing(new Change.Ended(e, after, attempt, Optional.empty()))
                .changing(loaded.grant().map(grant -> new Change.GrantRemoved(e.id())))
                .emitting(LifecycleEvents.ended(after, false, now));
    }

    private static long reclaimableSince(Execution e) {
        return e.lease().orElseThrow().reclaimableSince().orElseThrow();
    }
}
