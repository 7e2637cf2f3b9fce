package io.flowfabric.engine.rules.claim;

import static io.flowfabric.model.state.AttemptState.RUNNING_ATTEMPT;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.lease.LifecycleEvents;
import io.flowfabric.model.Times;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEdit;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.TimeoutPolicy;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.OwnershipState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.util.Optional;
import java.util.OptionalLong;

/** The three bodies of acquisition (02 §5.5, §5.6, §10.3): each begins a lease at the next epoch. */
final class LeaseAcquisition {
    private static final StateVector LEASED = StateVector.of(VectorRow.LEASED, RUNNING_ATTEMPT);

    private LeaseAcquisition() {}

    /** A new attempt: the first, a retry or a replay, as the execution's attempt state says. */
    static Decision<Acquired> fresh(Loaded loaded, Acquisition by, Optional<String> reason, long now) {
        Execution e = loaded.execution();
        var attempt = newAttempt(e, by, typeOf(e.vector().attemptState()), pendingLineage(e), now);
        var after = leased(e, attempt, by, now)
                .counters(e.counters().plusAttempt())
                .pending(PendingLineage.NONE)
                .dueTimes(dueTimes(e, by, newTimeout(loaded.policy(), by, now)))
                .done();
        return decide(loaded, HandleKind.FRESH, after, Optional.empty())
                .emitting(LifecycleEvents.acquired(after, LeaseEventType.ACQUIRED, reason, now));
    }

    /** The same attempt continues under a new lease, with what was left of its time. */
    static Decision<Acquired> resumed(Loaded loaded, Acquisition by, Optional<String> reason, long now) {
        Execution e = loaded.execution();
        var attempt = e.openAttempt().orElseThrow().resumed(by.holder(e.leaseEpoch() + 1), now);
        var left = positive(by.attemptTimeoutMs());
        var timeout = dueAfter(left.isPresent() ? left : e.dueTimes().attemptTimeLeftMs(), now);
        var after =
                leased(e, attempt, by, now).dueTimes(dueTimes(e, by, timeout)).done();
        return decide(loaded, HandleKind.RESUMED, after, Optional.empty())
                .emitting(LifecycleEvents.acquired(after, LeaseEventType.ACQUIRED, reason, now));
    }

    /** An expired lease is reclaimed: the old attempt ends, a new one begins with a fresh timeout. */
    static Decision<Acquired> reclaimed(Loaded loaded, Acquisition by, long now) {
        Execution e = loaded.execution();
        var old = e.openAttempt().orElseThrow();
        String reason = e.vector().ownership() == OwnershipState.LEASE_REVOKED ? "lease_revoked" : "lease_expired";
        var ended = old.ended(AttemptStatus.INTERRUPTED_RECLAIMED, AttemptFailure.of(reason), now);
        var attempt = newAttempt(e, by, AttemptType.RECLAIM, AttemptLineage.after(old.index(), reason), now);
        var after = leased(e, attempt, by, now)
                .counters(
                        ReclaimRules.isCounted(e)
                                ? e.counters().plusAttempt().plusReclaim()
                                : e.counters().plusAttempt())
                .dueTimes(dueTimes(e, by, newTimeout(loaded.policy(), by, now)))
                .done();
        return decide(loaded, HandleKind.RECLAIMED, after, Optional.of(ended))
                .emitting(LifecycleEvents.acquired(after, LeaseEventType.RECLAIMED, Optional.of(reason), now));
    }

    private static Decision<Acquired> decide(Loaded loaded, HandleKind kind, Execution after, Optional<Attempt> ended) {
        return Decision.of(new Acquired(kind, after))
                .changing(new Change.Acquired(loaded.execution(), after, ended))
                .changing(loaded.grant().map(grant -> new Change.GrantRemoved(after.id())));
    }

    private static ExecutionEdit leased(Execution e, Attempt attempt, Acquisition by, long now) {
        return e.edit()
                .transition(LEASED, "", now)
                .acquired(attempt, Lease.from(now, by.leaseTtlMs(), by.marks()), now);
    }

    private static Attempt newAttempt(Execution e, Acquisition by, AttemptType type, AttemptLineage lineage, long now) {
        return Attempt.started(
                by.attemptId(), e.counters().attempts(), type, lineage, by.holder(e.leaseEpoch() + 1), now);
    }

    private static AttemptType typeOf(AttemptState state) {
        return switch (state) {
            case PENDING_RETRY_ATTEMPT -> AttemptType.RETRY;
            case PENDING_REPLAY_ATTEMPT -> AttemptType.REPLAY;
            default -> AttemptType.INITIAL;
        };
    }

    private static AttemptLineage pendingLineage(Execution e) {
        var pending = e.pending();
        return new AttemptLineage(
                pending.retryReason().or(pending::replayReason),
                pending.replayRequestedBy(),
                pending.previousAttemptIndex());
    }

    private static DueTimes dueTimes(Execution e, Acquisition by, OptionalLong timeoutAt) {
        var deadline = positive(by.executionDeadlineAt());
        return new DueTimes(
                OptionalLong.empty(),
                deadline.isPresent() ? deadline : e.dueTimes().deadlineAt(),
                timeoutAt,
                OptionalLong.empty());
    }

    private static OptionalLong newTimeout(ExecutionPolicy policy, Acquisition by, long now) {
        var given = positive(by.attemptTimeoutMs());
        return dueAfter(given.isPresent() ? given : policyTimeout(policy), now);
    }

    private static OptionalLong policyTimeout(ExecutionPolicy policy) {
        return policy.handling()
                .timeoutPolicy()
                .map(TimeoutPolicy::attemptTimeoutMs)
                .orElse(OptionalLong.empty());
    }

    private static OptionalLong dueAfter(OptionalLong ms, long now) {
        return ms.isPresent() ? OptionalLong.of(Times.plus(now, ms.getAsLong())) : ms;
    }

    private static OptionalLong positive(OptionalLong value) {
        return value.isPresent() && value.getAsLong() > 0 ? value : OptionalLong.empty();
    }
}
