package io.flowfabric.engine.rules;

import io.flowfabric.engine.rules.Cause.Details;
import io.flowfabric.model.Times;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Lease;
import io.flowfabric.model.execution.LeaseHolder;
import io.flowfabric.model.state.OwnershipState;

/** 08 §8 — an active execution runs, or was left by whoever ran it. */
final class LeaseReasons {
    private LeaseReasons() {}

    static Cause of(Loaded loaded, Surroundings around, long now) {
        Execution e = loaded.execution();
        Lease lease = e.lease().orElseThrow();
        LeaseHolder holder = e.leaseHolder().orElseThrow();
        boolean revoked = e.vector().ownership() == OwnershipState.LEASE_REVOKED;
        return e.vector().ownership() == OwnershipState.LEASED && !lease.isExpiredAt(now)
                ? running(e, lease, holder)
                : lapsed(loaded, lease, revoked, around.graceMs());
    }

    private static Cause running(Execution e, Lease lease, LeaseHolder holder) {
        return Cause.of(
                "running",
                "runs on worker " + holder.workerId(),
                "worker %s (%s) runs attempt %d under a lease until %s"
                        .formatted(
                                holder.workerId(),
                                holder.workerInstanceId(),
                                e.current().index().orElseThrow(),
                                Cause.iso(lease.expiresAt())),
                "the worker ends the attempt, or stops renewing the lease",
                new Details()
                        .with("worker_id", holder.workerId().value())
                        .with("worker_instance_id", holder.workerInstanceId().value())
                        .with("attempt_index", e.current().index())
                        .with("lease_expires_at", lease.expiresAt())
                        .with("progress_pct", e.progress().percent()));
    }

    private static Cause lapsed(Loaded loaded, Lease lease, boolean revoked, long graceMs) {
        Execution e = loaded.execution();
        var instance = e.leaseHolder().orElseThrow().workerInstanceId();
        // A holder that acknowledges revokes keeps others away for longer than it holds the lease.
        long lapsedAt = lease.lapsedAt().orElse(lease.expiresAt());
        long since = lease.revokedAt().orElse(lapsedAt);
        long reclaimableAt = Times.plus(lapsedAt, graceMs);
        boolean capReached = ReclaimRules.capReached(loaded, ReclaimRules.DEFAULT_CAP);
        return Cause.of(
                revoked ? "lease_revoked" : "lease_expired",
                capReached ? "was lost too often" : "waits to be taken over from " + instance,
                "the lease of %s %s at %s; %s"
                        .formatted(instance, revoked ? "was revoked" : "ran out", Cause.iso(since), takeovers(loaded)),
                capReached
                        ? "it fails as soon as an engine looks at it"
                        : "a fitting worker claims from lane %s at or after %s"
                                .formatted(e.identity().lane(), Cause.iso(reclaimableAt)),
                new Details()
                        .with("worker_instance_id", instance.value())
                        .with("since", since)
                        .with("reclaimable_at", reclaimableAt)
                        .with("reclaim_count", e.counters().reclaims())
                        .with("cap", cap(loaded)));
    }

    private static String takeovers(Loaded loaded) {
        Execution e = loaded.execution();
        return "it was taken over %s of at most %d%s"
                .formatted(
                        Cause.count(e.counters().reclaims(), "time"),
                        cap(loaded),
                        ReclaimRules.isCounted(e) ? "" : ", and this one does not count: its work had not begun");
    }

    private static long cap(Loaded loaded) {
        return ReclaimRules.cap(loaded.policy(), ReclaimRules.DEFAULT_CAP);
    }
}
