package io.flowfabric.engine.rules.lease;

import static io.flowfabric.model.state.AttemptState.ATTEMPT_INTERRUPTED;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Refusals;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.limit.FreeText;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.operator.RevokeOutcome;
import io.flowfabric.model.op.timer.MarkExpiredOutcome;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.OwnershipState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.util.Optional;
import java.util.OptionalInt;

/** 02 §6.1, §6.2, §9.4 and §10.1 — what happens to a lease while its execution stays active. */
public final class LeaseRules {
    static final String EXPIRED_DETAIL = "lease expired, awaiting reclaim";

    private LeaseRules() {}

    /** Extends a lease from now on. It never revives an expired one. */
    public static Decision<RenewOutcome> renew(Execution e, Fence fence, int attemptIndex, long ttlMs, long now) {
        return renew(e, fence, attemptIndex, new Renewal(ttlMs, false), now);
    }

    /**
     * What a renewal asks for.
     *
     * @param started whether it says that work claimed ahead has begun
     */
    public record Renewal(long ttlMs, boolean started) {}

    /** As above; may also say that the work has begun. */
    public static Decision<RenewOutcome> renew(Execution e, Fence fence, int attemptIndex, Renewal renewal, long now) {
        Optional<Decision<RenewOutcome>> refusal = Fencing.check(e, fence, now);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (e.current().index().getAsInt() != attemptIndex) {
            return Decision.refuse(Refusals.staleLease(e, fence.epoch()));
        }
        var marks = e.lease().orElseThrow().marks();
        var lease = Lease.from(now, renewal.ttlMs(), renewal.started() ? marks.started() : marks);
        var after = e.edit().lease(lease).touch(now).done();
        return Decision.of(new RenewOutcome(lease.expiresAt(), after.leaseEpoch()))
                .changing(new Change.Renewed(e, after))
                .emitting(LifecycleEvents.renewed(after, now));
    }

    /** Refuses a percentage outside 0…100, before anything is read. */
    public static Optional<EngineError> checkPercent(OptionalInt percent) {
        return percent.isEmpty() ? Optional.empty() : Limits.named("percent").check("percent", percent.getAsInt());
    }

    /** Overwrites what is given of the two progress fields. */
    public static Decision<Ok> progress(
            Execution e, Fence fence, OptionalInt percent, Optional<String> message, long now) {
        return Fencing.<Ok>checkWithoutMarking(e, fence, now).orElseGet(() -> {
            var progress = e.progress().updated(percent, message.map(FreeText::reason), now);
            var after = e.edit().progress(progress).touch(now).done();
            return Decision.of(Ok.OK).changing(new Change.Progressed(e, after));
        });
    }

    /** An expired lease and the event that says so. */
    public record Marked(Change.LeaseExpired change, LeaseEvent event) {}

    /** 02 §3.3 — the lease fields stay for audit, the attempt stays started, its timeout stays armed. */
    public static Marked markExpired(Execution e, long now) {
        var after = e.edit()
                .expireLease(
                        StateVector.of(VectorRow.LEASE_EXPIRED, ATTEMPT_INTERRUPTED),
                        EXPIRED_DETAIL,
                        e.lease().orElseThrow().markedExpired(now),
                        now)
                .done();
        return new Marked(new Change.LeaseExpired(e, after), LifecycleEvents.expired(e, Optional.empty(), now));
    }

    /** Whether a lease is past its end and not marked expired yet. */
    public static boolean isUnmarkedExpiry(Execution e, long now) {
        return e.vector().ownership() == OwnershipState.LEASED
                && e.lease().orElseThrow().isExpiredAt(now);
    }

    /** Marks a lease that is due; harmless when it is not, or not any more. */
    public static Decision<MarkExpiredOutcome> markExpiredIfDue(Optional<Execution> found, long now) {
        if (found.isEmpty()) {
            return nothingToMark("execution_not_found");
        }
        Execution e = found.get();
        return switch (e.vector().ownership()) {
            case UNOWNED -> nothingToMark("not_active");
            case LEASE_EXPIRED_RECLAIMABLE -> nothingToMark("already_expired");
            case LEASE_REVOKED -> nothingToMark("already_revoked");
            case LEASED -> {
                if (!e.lease().orElseThrow().isExpiredAt(now)) {
                    yield nothingToMark("not_yet_expired");
                }
                var marked = markExpired(e, now);
                yield Decision.<MarkExpiredOutcome>of(new MarkExpiredOutcome.MarkedExpired())
                        .changing(marked.change())
                        .emitting(marked.event());
            }
        };
    }

    /** Takes a lease away from its holder. The execution stays active until it is reclaimed or cancelled. */
    public static Decision<RevokeOutcome> revoke(
            Execution e,
            Optional<WorkerInstanceId> onlyFrom,
            Optional<LeaseId> expectedLease,
            String reason,
            long now) {
        if (e.vector().phase() != LifecyclePhase.ACTIVE) {
            return nothingToRevoke("no_active_lease");
        }
        switch (e.vector().ownership()) {
            case LEASE_REVOKED -> {
                return nothingToRevoke("already_revoked");
            }
            case LEASE_EXPIRED_RECLAIMABLE -> {
                return nothingToRevoke("already_expired");
            }
            default -> {}
        }
        var holder = e.leaseHolder().orElseThrow();
        if (onlyFrom.filter(instance -> !instance.equals(holder.workerInstanceId()))
                .isPresent()) {
            return nothingToRevoke("different_worker_instance_id");
        }
        if (expectedLease.filter(lease -> !lease.equals(holder.leaseId())).isPresent()) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.STALE_LEASE,
                    "",
                    "Execution %s is held under lease %s, not %s; the lease was not changed."
                            .formatted(e.id(), holder.leaseId(), expectedLease.get())));
        }
        String why = reason.isEmpty() ? "operator" : FreeText.reason(reason);
        var after = e.edit()
                .expireLease(
                        StateVector.of(VectorRow.LEASE_REVOKED, ATTEMPT_INTERRUPTED),
                        "lease revoked: " + why,
                        e.lease().orElseThrow().revoked(now, why),
                        now)
                .done();
        return Decision.<RevokeOutcome>of(new RevokeOutcome.Revoked(holder.leaseId(), holder.epoch()))
                .changing(new Change.LeaseExpired(e, after))
                .emitting(LifecycleEvents.revoked(e, why, RevokedBy.OPERATOR, now));
    }

    /**
     * Whether the holder of a revoked lease is still to say that it has stopped. Only the holder can: a renewal may
     * have been sent before it knew, so it acknowledges by a call that gives the lease up.
     */
    static boolean awaitsAcknowledgement(Execution e, long now) {
        var lease = e.lease().orElseThrow();
        return e.vector().ownership() == OwnershipState.LEASE_REVOKED
                && lease.marks().acknowledgesRevoke()
                && !lease.isExpiredAt(now);
    }

    /** The holder of a revoked lease has stopped; the execution is free for others. */
    static Change.LeaseExpired acknowledge(Execution e, long now) {
        var after = e.edit()
                .lease(e.lease().orElseThrow().acknowledged(now))
                .touch(now)
                .done();
        return new Change.LeaseExpired(e, after);
    }

    private static Decision<MarkExpiredOutcome> nothingToMark(String reason) {
        return Decision.of(new MarkExpiredOutcome.AlreadySatisfied(reason));
    }

    private static Decision<RevokeOutcome> nothingToRevoke(String reason) {
        return Decision.of(new RevokeOutcome.AlreadySatisfied(reason));
    }
}
