package io.flowfabric.engine.rules.record;

import static io.flowfabric.model.state.EligibilityState.NOT_ELIGIBLE_UNTIL_TIME;

import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.op.timer.ReconcileExecutionIndex;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.tag.Tags;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * 02 §14, {@code index_reconciler} — where an execution must be found. The database keeps an index over a row up to
 * date; what can go wrong is a row whose state contradicts its other columns.
 */
public final class IndexRules {
    private IndexRules() {}

    /** What keeps an execution from being found where its state says; empty when nothing does. */
    public static Optional<String> misplacement(Execution e) {
        return delay(e).or(() -> lease(e)).or(() -> attemptTimeout(e)).or(() -> ending(e));
    }

    /** Whether a scan of the executions covers one of them. */
    public static boolean concerns(ReconcileExecutionIndex wanted, Execution e, Tags tags) {
        return (wanted.lanes().isEmpty() || wanted.lanes().contains(e.identity().lane()))
                && RetentionRules.concerns(wanted.filter(), e, tags);
    }

    /** Without its due time a delayed execution is never promoted. */
    private static Optional<String> delay(Execution e) {
        boolean delayed = e.vector().eligibility() == NOT_ELIGIBLE_UNTIL_TIME;
        return wrongUnless(!delayed || e.dueTimes().delayUntil().isPresent(), "it is delayed, but until no moment");
    }

    /** A reclaimable lease is found by the time since when it is; a valid one must not have such a time. */
    private static Optional<String> lease(Execution e) {
        var ownership = e.vector().ownership();
        var expired = e.lease().map(Lease::expiredAt).orElse(OptionalLong.empty());
        var revoked = e.lease().map(Lease::revokedAt).orElse(OptionalLong.empty());
        return switch (ownership) {
            case UNOWNED -> Optional.empty();
            case LEASED ->
                wrongUnless(
                        expired.isEmpty() && revoked.isEmpty(),
                        "its lease is valid, but has a time since when it is reclaimable");
            case LEASE_EXPIRED_RECLAIMABLE ->
                wrongUnless(expired.isPresent(), "its lease has expired, but at no moment");
            case LEASE_REVOKED -> wrongUnless(revoked.isPresent(), "its lease was revoked, but at no moment");
        };
    }

    /** Only a running attempt can time out. */
    private static Optional<String> attemptTimeout(Execution e) {
        boolean running = e.vector().phase() == LifecyclePhase.ACTIVE;
        return wrongUnless(
                running || e.dueTimes().attemptTimeoutAt().isEmpty(),
                "its attempt has a timeout, but no worker runs it");
    }

    /** Retention counts from the end; and nothing is due for an ended execution. */
    private static Optional<String> ending(Execution e) {
        boolean over = e.vector().isTerminal();
        if (over != e.timing().completedAt().isPresent()) {
            return Optional.of(over ? "it has ended, but at no moment" : "it goes on, but has a moment of its end");
        }
        return wrongUnless(!over || e.dueTimes().equals(DueTimes.NONE), "it has ended, but something is due for it");
    }

    private static Optional<String> wrongUnless(boolean holds, String otherwise) {
        return holds ? Optional.empty() : Optional.of(otherwise);
    }
}
