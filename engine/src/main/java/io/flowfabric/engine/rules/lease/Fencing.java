package io.flowfabric.engine.rules.lease;

import static io.flowfabric.model.state.OwnershipState.LEASE_EXPIRED_RECLAIMABLE;
import static io.flowfabric.model.state.OwnershipState.LEASE_REVOKED;

import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Refusals;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.state.LifecyclePhase;
import java.util.Optional;

/** 02 §3 — which callers may write. The order matters: a foreign caller that meets an expired lease gets "expired". */
final class Fencing {
    private Fencing() {}

    /**
     * Refuses a lease-bound write that its caller has no right to. Meeting an expired lease marks it, and the mark is
     * part of the refusal.
     */
    static <R> Optional<Decision<R>> check(Execution e, Authority authority, long now) {
        if (e.vector().phase() != LifecyclePhase.ACTIVE) {
            return refuse(Refusals.notActive(e));
        }
        if (e.vector().ownership() == LEASE_REVOKED) {
            return refuse(Refusals.leaseRevoked(e));
        }
        if (e.vector().ownership() == LEASE_EXPIRED_RECLAIMABLE) {
            return refuse(Refusals.leaseExpired(e));
        }
        if (e.lease().orElseThrow().isExpiredAt(now)) {
            var marked = LeaseRules.markExpired(e, now);
            return Optional.of(Decision.<R>refuse(Refusals.leaseExpired(e))
                    .changing(marked.change())
                    .emitting(marked.event()));
        }
        if (authority instanceof Fence fence && !matches(e, fence)) {
            return refuse(Refusals.staleLease(e, fence.epoch()));
        }
        return Optional.empty();
    }

    /**
     * As {@link #check}, for a call by which the holder releases its lease. A call after a revoke is refused, but it
     * shows that the holder has stopped, and that is stored.
     */
    static <R> Optional<Decision<R>> checkGivingUp(Execution e, Authority authority, long now) {
        boolean acknowledges = e.vector().phase() == LifecyclePhase.ACTIVE
                && LeaseRules.awaitsAcknowledgement(e, now)
                && authority instanceof Fence fence
                && matches(e, fence);
        return acknowledges
                ? Optional.of(Decision.<R>refuse(Refusals.leaseRevoked(e)).changing(LeaseRules.acknowledge(e, now)))
                : check(e, authority, now);
    }

    /** As {@link #check}, but an expired lease is only refused, not marked, and the attempt id is not checked. */
    static <R> Optional<Decision<R>> checkWithoutMarking(Execution e, Fence fence, long now) {
        if (e.vector().phase() != LifecyclePhase.ACTIVE) {
            return refuse(Refusals.notActive(e));
        }
        if (e.vector().ownership() == LEASE_REVOKED) {
            return refuse(Refusals.leaseRevoked(e));
        }
        if (e.vector().ownership() == LEASE_EXPIRED_RECLAIMABLE
                || e.lease().orElseThrow().isExpiredAt(now)) {
            return refuse(Refusals.leaseExpired(e));
        }
        return matchesLease(e, fence) ? Optional.empty() : refuse(Refusals.staleLease(e, fence.epoch()));
    }

    /** Whether a fence names the current lease; the attempt is not compared. */
    static boolean matchesLease(Execution e, Fence fence) {
        return e.leaseHolder().filter(holder -> isLeaseOf(holder, fence)).isPresent();
    }

    private static boolean matches(Execution e, Fence fence) {
        return matchesLease(e, fence)
                && e.currentAttemptId().filter(fence.attemptId()::equals).isPresent();
    }

    private static boolean isLeaseOf(LeaseHolder holder, Fence fence) {
        return holder.leaseId().equals(fence.leaseId()) && holder.epoch() == fence.epoch();
    }

    private static <R> Optional<Decision<R>> refuse(EngineError error) {
        return Optional.of(Decision.refuse(error));
    }
}
