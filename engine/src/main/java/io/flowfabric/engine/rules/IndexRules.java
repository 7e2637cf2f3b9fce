package io.flowfabric.engine.rules;

import static io.flowfabric.model.state.EligibilityState.NOT_ELIGIBLE_UNTIL_TIME;

import io.flowfabric.model.execution.Alarms;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Lease;
import io.flowfabric.model.op.ReconcileExecutionIndex;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.tag.Tags;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * 02 §14, {@code index_reconciler} — where an execution must be found. An index over a row follows the row by itself; what
 * can go wrong is a row whose state asks for a place that its other columns do not give it.
 */
public final class IndexRules {
    private IndexRules() {}

    /** What keeps an execution from being found where its state says; empty when nothing does. */
    public static Optional<String> misplacement(Execution e) {
        return delay(e).or(() -> lease(e)).or(() -> attemptTimeout(e)).or(() -> ending(e));
    }

    /** Whether a look through the executions concerns one of them. */
    public static boolean concerns(ReconcileExecutionIndex wanted, Execution e, Tags tags) {
        return (wanted.lanes().isEmpty() || wanted.lanes().contains(e.identity().lane()))
                && RetentionRules.concerns(wanted.filter(), e, tags);
    }

    /** Without its moment a delayed execution is never promoted. */
    private static Optional<String> delay(Execution e) {
        boolean delayed = e.vector().eligibility() == NOT_ELIGIBLE_UNTIL_TIME;
        return wrongUnless(!delayed || e.alarms().delayUntil().isPresent(), "it is delayed, but until no moment");
    }

    /** A lapsed lease is offered by the moment it lapsed; one that counts must not have such a moment. */
    private static Optional<String> lease(Execution e) {
        var ownership = e.vector().ownership();
        var expired = e.lease().map(Lease::expiredAt).orElse(OptionalLong.empty());
        var revoked = e.lease().map(Lease::revokedAt).orElse(OptionalLong.empty());
        return switch (ownership) {
            case UNOWNED -> Optional.empty();
            case LEASED ->
                wrongUnless(
                        expired.isEmpty() && revoked.isEmpty(),
                        "its lease counts, but has a moment at which it lapsed");
            case LEASE_EXPIRED_RECLAIMABLE ->
                wrongUnless(expired.isPresent(), "its lease has expired, but at no moment");
            case LEASE_REVOKED -> wrongUnless(revoked.isPresent(), "its lease was revoked, but at no moment");
        };
    }

    /** Only an attempt that somebody has runs out of time. */
    private static Optional<String> attemptTimeout(Execution e) {
        boolean running = e.vector().phase() == LifecyclePhase.ACTIVE;
        return wrongUnless(
                running || e.alarms().attemptTimeoutAt().isEmpty(), "its attempt is to time out, but nobody runs it");
    }

    /** Retention goes by the moment of the end; and nothing is due for what has ended. */
    private static Optional<String> ending(Execution e) {
        boolean over = e.vector().isTerminal();
        if (over != e.timing().completedAt().isPresent()) {
            return Optional.of(over ? "it has ended, but at no moment" : "it goes on, but has a moment of its end");
        }
        return wrongUnless(!over || e.alarms().equals(Alarms.NONE), "it has ended, but something is due for it");
    }

    private static Optional<String> wrongUnless(boolean holds, String otherwise) {
        return holds ? Optional.empty() : Optional.of(otherwise);
    }
}
