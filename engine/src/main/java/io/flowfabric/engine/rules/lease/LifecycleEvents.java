package io.flowfabric.engine.rules.lease;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.state.OwnershipState;
import java.util.Optional;

/** 02 §12 — the events that report a change. */
public final class LifecycleEvents {
    private LifecycleEvents() {}

    /** A lease was acquired or reclaimed; {@code after} is held by its new holder. */
    public static LeaseEvent acquired(Execution after, LeaseEventType type, Optional<String> reason, long now) {
        return lease(after, after.openAttempt().orElseThrow(), type, reason, Optional.empty(), now);
    }

    static LeaseEvent renewed(Execution after, long now) {
        return lease(
                after,
                after.openAttempt().orElseThrow(),
                LeaseEventType.RENEWED,
                Optional.empty(),
                Optional.empty(),
                now);
    }

    /** The lease {@code before} was held under has expired. */
    static LeaseEvent expired(Execution before, Optional<String> reason, long now) {
        return lease(before, before.openAttempt().orElseThrow(), LeaseEventType.EXPIRED, reason, Optional.empty(), now);
    }

    /** The lease of {@code before} was released or lost. */
    static LeaseEvent revoked(Execution before, String reason, RevokedBy by, long now) {
        return lease(
                before,
                before.openAttempt().orElseThrow(),
                LeaseEventType.REVOKED,
                Optional.of(reason),
                Optional.of(by),
                now);
    }

    /** Nothing is said about a lease that had ended before. */
    static Optional<LeaseEvent> revokedIfHeld(Execution before, String reason, RevokedBy by, long now) {
        return isHeld(before) ? Optional.of(revoked(before, reason, by, now)) : Optional.empty();
    }

    /** Nothing is said about a lease that had ended before. */
    static Optional<LeaseEvent> expiredIfHeld(Execution before, String reason, long now) {
        return isHeld(before) ? Optional.of(expired(before, Optional.of(reason), now)) : Optional.empty();
    }

    /** An execution ended; a cascade has notified the dependants already. */
    public static CompletionEvent ended(Execution after, boolean byCascade, long now) {
        var identity = after.identity();
        return new CompletionEvent(
                EventSubject.of(identity, now),
                identity.flowId(),
                after.vector().outcome(),
                byCascade || identity.flowId().isEmpty());
    }

    private static boolean isHeld(Execution e) {
        return e.vector().ownership() == OwnershipState.LEASED;
    }

    private static LeaseEvent lease(
            Execution e,
            Attempt attempt,
            LeaseEventType type,
            Optional<String> reason,
            Optional<RevokedBy> by,
            long now) {
        return new LeaseEvent(
                EventSubject.of(e.identity(), now), type, attempt.holder().orElseThrow(), attempt.index(), reason, by);
    }
}
