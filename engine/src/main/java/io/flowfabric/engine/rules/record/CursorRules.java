package io.flowfabric.engine.rules.record;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.model.Times;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorLease;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.cursor.AdvanceCursorOutcome;
import io.flowfabric.model.op.cursor.DeleteCursorOutcome;
import io.flowfabric.model.op.cursor.ReleaseCursor;
import java.util.Optional;

/**
 * Which subscriber may handle the events behind a named cursor, and how far it has come. The epoch is the fence: while
 * it is the same, no other subscriber has had the cursor, so a holder may still write after its lease has ended and
 * before another acquires it.
 */
public final class CursorRules {
    private CursorRules() {}

    /** Refuses a position that is none yet, before anything is read. */
    public static Optional<EngineError> checkPosition(EventCursor position) {
        return position.number().isPresent()
                ? Optional.empty()
                : Optional.of(
                        EngineError.of(
                                ErrorCode.INVALID_INPUT,
                                "position: empty",
                                "Name the cursor of the last event that was handled, or the one the cursor was acquired with."));
    }

    /**
     * Leases a cursor that is new, free or expired. A holder that asks again, because it did not get the answer, is
     * given the same epoch.
     *
     * @param start where a new one begins; a position, not {@link EventCursor#FROM_NOW}
     */
    public static Decision<AcquireCursorOutcome> acquire(
            Optional<NamedCursor> found, AcquireCursor args, EventCursor start, long now) {
        var lease = new CursorLease(args.subscriber(), Times.plus(now, args.leaseTtlMs()));
        if (found.isEmpty()) {
            var created = new NamedCursor(args.key(), start, 1, Optional.of(lease), now);
            return acquired(created).changing(new Change.CursorCreated(created));
        }
        var cursor = found.get();
        var live = cursor.lease().filter(held -> !held.isExpiredAt(now));
        boolean own =
                live.filter(held -> held.holder().equals(args.subscriber())).isPresent();
        if (live.isPresent() && !own) {
            return Decision.of(new AcquireCursorOutcome.Held(
                    live.get().holder(), live.get().expiresAt()));
        }
        var taken = new NamedCursor(
                cursor.key(), cursor.position(), cursor.epoch() + (own ? 0 : 1), Optional.of(lease), now);
        return acquired(taken).changing(new Change.CursorMoved(taken));
    }

    /** Stores how far the holder has come. It cannot go back: earlier events may be trimmed. */
    public static Decision<AdvanceCursorOutcome> advance(Optional<NamedCursor> found, AdvanceCursor args, long now) {
        var refusal = checkHolder(found, args.key(), args.subscriber(), args.epoch())
                .or(() -> checkForward(found.orElseThrow(), args.position()));
        if (refusal.isPresent()) {
            return Decision.refuse(refusal.get());
        }
        var lease = new CursorLease(args.subscriber(), Times.plus(now, args.leaseTtlMs()));
        return Decision.of(new AdvanceCursorOutcome(lease.expiresAt()))
                .changing(new Change.CursorMoved(
                        new NamedCursor(args.key(), args.position(), args.epoch(), Optional.of(lease), now)));
    }

    /** Releases a cursor. Repeating it, because the answer was lost, changes nothing. */
    public static Decision<Ok> release(Optional<NamedCursor> found, ReleaseCursor args, long now) {
        if (found.filter(cursor -> cursor.lease().isEmpty()
                        && cursor.epoch() == args.epoch()
                        && cursor.position().equals(args.position()))
                .isPresent()) {
            return Decision.of(Ok.OK);
        }
        var refusal = checkHolder(found, args.key(), args.subscriber(), args.epoch())
                .or(() -> checkForward(found.orElseThrow(), args.position()));
        if (refusal.isPresent()) {
            return Decision.refuse(refusal.get());
        }
        return Decision.of(Ok.OK)
                .changing(new Change.CursorMoved(
                        new NamedCursor(args.key(), args.position(), args.epoch(), Optional.empty(), now)));
    }

    /** Deletes a cursor, held or not. */
    public static Decision<DeleteCursorOutcome> delete(Optional<NamedCursor> found) {
        return found.isEmpty()
                ? Decision.of(new DeleteCursorOutcome.NotFound())
                : Decision.<DeleteCursorOutcome>of(new DeleteCursorOutcome.Deleted())
                        .changing(new Change.CursorRemoved(found.get().key()));
    }

    private static Decision<AcquireCursorOutcome> acquired(NamedCursor cursor) {
        return Decision.of(new AcquireCursorOutcome.Acquired(
                cursor.position(), cursor.epoch(), cursor.lease().orElseThrow().expiresAt()));
    }

    private static Optional<EngineError> checkHolder(
            Optional<NamedCursor> found, CursorKey key, SubscriberId subscriber, long epoch) {
        if (found.filter(cursor -> cursor.epoch() == epoch)
                .flatMap(NamedCursor::lease)
                .filter(lease -> lease.holder().equals(subscriber))
                .isPresent()) {
            return Optional.empty();
        }
        return Optional.of(EngineError.of(
                ErrorCode.STALE_LEASE,
                "",
                "Cursor %s of namespace %s is %s, %s holds epoch %d. Stop; the position was not stored."
                        .formatted(
                                key.name(),
                                key.namespace(),
                                found.map(CursorRules::standing).orElse("not stored"),
                                subscriber,
                                epoch)));
    }

    private static String standing(NamedCursor cursor) {
        return cursor.lease()
                .map(lease -> "held by %s at epoch %d".formatted(lease.holder(), cursor.epoch()))
                .orElseGet(() -> "free since epoch " + cursor.epoch());
    }

    private static Optional<EngineError> checkForward(NamedCursor cursor, EventCursor position) {
        long stored = cursor.position().number().orElseThrow();
        long given = position.number().orElseThrow();
        // Without the numbers: all namespaces share the outbox, and its positions count the events of all.
        return given >= stored
                ? Optional.empty()
                : Optional.of(
                        EngineError.of(
                                ErrorCode.INVALID_INPUT,
                                "position: before the stored one",
                                "A cursor only moves forward; to handle events again, delete it and start from the beginning."));
    }
}
