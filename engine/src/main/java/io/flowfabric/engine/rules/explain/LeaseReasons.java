package io.flowfabric.engine.rules.explain;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.claim.ReclaimRules;
import io.flowfabric.engine.rules.explain.ExplainedReason.Details;
import io.flowfabric.model.Times;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.state.OwnershipState;

/** 08 §8 — an active execution runs, or its worker has lost the lease. */
final class LeaseReasons {
    private LeaseReasons() {}

    static ExplainedReason of(Loaded loaded, ExplainContext around, long now) {
        Execution e = loaded.execution();
        Lease lease = e.lease().orElseThrow();
        LeaseHolder holder = e.leaseHolder().orElseThrow();
        boolean revoked = e.vector().ownership() == OwnershipState.LEASE_REVOKED;
        return e.vector().ownership() == OwnershipState.LEASED && !lease.isExpiredAt(now)
                ? running(e, lease, holder)
                : expired(loaded, lease, revoked, around.graceMs());
    }

    private static ExplainedReason running(Execution e, Lease lease, LeaseHolder holder) {
        return ExplainedReason.of(
                "running",
                "runs on worker " + holder.workerId(),
                "worker %s (%s) runs attempt %d under a lease until %s"
                        .formatted(
                                holder.workerId(),
                                holder.workerInstanceId(),
                                e.current().index().orElseThrow(),
                                ExplainedReason.iso(lease.expiresAt())),
                "the worker ends the attempt, or stops renewing the lease",
                new Details()
                        .with("worker_id", holder.workerId().value())
                        .with("worker_instance_id", holder.workerInstanceId().value())
                        .with("attempt_index", e.current().index())
                        .with("lease_expires_at", lease.expiresAt())
                        .with("progress_pct", e.progress().percent()));
    }

    private static ExplainedReason expired(Loaded loaded, Lease lease, boolean revoked, long graceMs) {
        Execution e = loaded.execution();
        var instance = e.leaseHolder().orElseThrow().workerInstanceId();
        // A holder that acknowledges revokes keeps others away for longer than it holds the lease.
        long expiredAt = lease.reclaimableSince().orElse(lease.expiresAt());
        long since = lease.revokedAt().orElse(expiredAt);
        long reclaimableAt = Times.plus(expiredAt, graceMs);
        boolean capReached = ReclaimRules.capReached(loaded, ReclaimRules.DEFAULT_CAP);
        return ExplainedReason.of(
                revoked ? "lease_revoked" : "lease_expired",
                capReached ? "was lost too often" : "waits to be reclaimed from " + instance,
                "the lease of %s %s at %s; %s"
                        .formatted(
                                instance,
                                revoked ? "was revoked" : "expired",
                                ExplainedReason.iso(since),
                                reclaims(loaded)),
                capReached
                        ? "a timer or a claim reaches it, and it fails"
                        : "a fitting worker claims from lane %s at or after %s"
                                .formatted(e.identity().lane(), ExplainedReason.iso(reclaimableAt)),
                new Details()
                        .with("worker_instance_id", instance.value())
                        .with("since", since)
                        .with("reclaimable_at", reclaimableAt)
                        .with("reclaim_count", e.counters().reclaims())
                        .with("cap", cap(loaded)));
    }

    private static String reclaims(Loaded loaded) {
        Execution e = loaded.execution();
        return "it was reclaimed %s of at most %d%s"
                .formatted(
                        ExplainedReason.count(e.counters().reclaims(), "time"),
                        cap(loaded),
                        ReclaimRules.isCounted(e) ? "" : ", and this one does not count: its work had not begun");
    }

    private static long cap(Loaded loaded) {
        return ReclaimRules.cap(loaded.policy(), ReclaimRules.DEFAULT_CAP);
    }
}
