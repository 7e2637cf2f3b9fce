package io.flowfabric.engine.ops;

import io.flowfabric.engine.Undo;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.CursorRules;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.EventRules;
import io.flowfabric.engine.store.CursorReads;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.AcquireCursor;
import io.flowfabric.model.op.AcquireCursorOutcome;
import io.flowfabric.model.op.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.AcquireCursorOutcome.Held;
import io.flowfabric.model.op.AdvanceCursor;
import io.flowfabric.model.op.AdvanceCursorOutcome;
import io.flowfabric.model.op.CursorPage;
import io.flowfabric.model.op.DeleteCursor;
import io.flowfabric.model.op.DeleteCursorOutcome;
import io.flowfabric.model.op.ListCursors;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.ReleaseCursor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Named cursors: each belongs to one subscriber at a time, and whoever waits for one is woken when it becomes free. */
final class Cursors {
    private static final Logger LOG = LoggerFactory.getLogger(Cursors.class);

    private static final int PORTION = 256;

    /** A rule about one cursor, as far as it was found. */
    private interface Rule<R> {
        Decision<R> decide(Optional<NamedCursor> found, long now);
    }

    /** What a look at a cursor came to, and when it was. */
    private record Look(AcquireCursorOutcome outcome, long now) {
        boolean isAcquired() {
            return outcome instanceof Acquired;
        }

        /** How long the lease that is in the way lasts, as far as anybody waits for that. */
        Duration untilFree() {
            return outcome instanceof Held held
                    ? Duration.ofMillis(Math.max(1, Math.min(held.expiresAt() - now, Patience.LONGEST_WAIT_MS)))
                    : Duration.ZERO;
        }
    }

    private final Calls calls;
    private final Patience patience;

    Cursors(Calls calls, Patience patience) {
        this.calls = calls;
        this.patience = patience;
    }

    Vigil<AcquireCursorOutcome> acquire(AcquireCursor args) {
        Calls.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        var given = args.start().number();
        return patience.until(
                        Look::isAcquired,
                        args.maxWaitMs(),
                        calls.store().doorbells().cursors(),
                        () -> tryToAcquire(args, given.isPresent()),
                        Look::untilFree)
                .map(Look::outcome);
    }

    AdvanceCursorOutcome advance(AdvanceCursor args) {
        Calls.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        Calls.require(CursorRules.checkPosition(args.position()));
        return on(args.key(), (found, now) -> CursorRules.advance(found, args, now));
    }

    Ok release(ReleaseCursor args) {
        Calls.require(CursorRules.checkPosition(args.position()));
        return on(args.key(), (found, now) -> CursorRules.release(found, args, now));
    }

    /** Releases a cursor of which nobody was told that it is theirs. */
    void handBack(AcquireCursor args, AcquireCursorOutcome unwanted) {
        if (unwanted instanceof Acquired acquired) {
            try {
                release(Undo.release(args, acquired));
            } catch (EngineException lost) {
                LOG.warn("Cursor {} could not be released; it is free when its lease ends", args.key(), lost);
            }
        }
    }

    DeleteCursorOutcome delete(DeleteCursor args) {
        return on(args.key(), (found, now) -> CursorRules.delete(found));
    }

    CursorPage list(ListCursors args) {
        int limit = Page.usual(args.limit());
        if (limit <= 0) {
            return CursorPage.EMPTY;
        }
        var page = calls.read(tx -> Page.read(
                limit,
                PORTION,
                Cursors::contentBytes,
                (last, count) -> tx.cursors()
                        .list(new CursorReads.Scan(
                                args.namespace(), last.map(NamedCursor::key).or(args::after), count))));
        return new CursorPage(page.items(), page.next().map(NamedCursor::key));
    }

    private static long contentBytes(NamedCursor cursor) {
        return (long) cursor.key().namespace().value().length()
                + cursor.key().name().value().length()
                + cursor.lease().map(lease -> lease.holder().value().length()).orElse(0);
    }

    /** Reads first: whoever waits for a cursor that is held writes nothing, however often it looks. */
    private Look tryToAcquire(AcquireCursor args, boolean startGiven) {
        record Seen(EventCursor start, Optional<NamedCursor> cursor, long now) {}
        var seen = calls.read(
                tx -> new Seen(start(tx, args.start(), startGiven), tx.cursors().find(args.key()), tx.now()));
        var foreseen = CursorRules.acquire(seen.cursor(), args, seen.start(), seen.now());
        if (foreseen.changes().isEmpty()) {
            return new Look(foreseen.answer().orThrow(), seen.now());
        }
        // Not interrupted: a cursor leased to somebody who never hears of it stands still until the lease ends.
        return calls.writeUninterruptibly(0, tx -> {
            var found = lock(tx, args.key());
            var decision = CursorRules.acquire(found, args, seen.start(), tx.now());
            return new Look(Calls.store(tx, decision).orThrow(), tx.now());
        });
    }

    private static EventCursor start(ReadTx tx, EventCursor start, boolean given) {
        if (!given) {
            return EventCursor.ofNumber(tx.events().settled());
        }
        Calls.require(
                EventRules.checkPlace(start.number().orElseThrow(), tx.events().newest()));
        return start;
    }

    private <R> R on(CursorKey key, Rule<R> rule) {
        return calls.write(0, tx -> Calls.store(tx, rule.decide(lock(tx, key), tx.now())))
                .orThrow();
    }

    private static Optional<NamedCursor> lock(WriteTx tx, CursorKey key) {
        return Optional.ofNullable(tx.lockCursors(List.of(key)).get(key));
    }
}
