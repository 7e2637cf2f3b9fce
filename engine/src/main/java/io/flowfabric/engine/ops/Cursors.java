package io.flowfabric.engine.ops;

import io.flowfabric.engine.UndeliveredAnswers;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.Command;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.record.CursorRules;
import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.read.CursorReads;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.engine.waiting.LongPoll;
import io.flowfabric.engine.waiting.LongPolls;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Held;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.cursor.AdvanceCursorOutcome;
import io.flowfabric.model.op.cursor.CursorPage;
import io.flowfabric.model.op.cursor.DeleteCursor;
import io.flowfabric.model.op.cursor.DeleteCursorOutcome;
import io.flowfabric.model.op.cursor.ListCursors;
import io.flowfabric.model.op.cursor.ReleaseCursor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Named cursors: each belongs to one subscriber at a time, and calls that wait for one are woken when it becomes free.
 */
final class Cursors {
    private static final Logger LOG = LoggerFactory.getLogger(Cursors.class);

    private static final int PORTION = 256;

    /** The result of one attempt to acquire a cursor, and its time. */
    private record AcquireAttempt(AcquireCursorOutcome outcome, long now) {
        boolean isAcquired() {
            return outcome instanceof Acquired;
        }

        /** How long the lease of the present holder lasts, up to the longest wait. */
        Duration untilFree() {
            return outcome instanceof Held held
                    ? Duration.ofMillis(Math.max(1, Math.min(held.expiresAt() - now, LongPolls.LONGEST_WAIT_MS)))
                    : Duration.ZERO;
        }
    }

    private final CommandExecutor calls;
    private final LongPolls longPolls;

    Cursors(CommandExecutor calls, LongPolls longPolls) {
        this.calls = calls;
        this.longPolls = longPolls;
    }

    void bindTo(Bindings bindings) {
        bindings.bindWaiting(Catalogue.ACQUIRE_CURSOR, this::acquire, this::handBack);
        bindings.bind(Catalogue.ADVANCE_CURSOR, this::advance);
        bindings.bind(Catalogue.RELEASE_CURSOR, this::release);
        bindings.bind(Catalogue.LIST_CURSORS, this::list);
        bindings.bind(Catalogue.DELETE_CURSOR, this::delete);
    }

    LongPoll<AcquireCursorOutcome> acquire(AcquireCursor args) {
        CommandExecutor.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        var given = args.start().number();
        return longPolls
                .until(
                        AcquireAttempt::isAcquired,
                        args.maxWaitMs(),
                        calls.store().doorbells().cursors().forKeys(List.of(new WakeUpKey.FreeCursor(args.key()))),
                        () -> tryToAcquire(args, given.isPresent()),
                        AcquireAttempt::untilFree)
                .map(AcquireAttempt::outcome);
    }

    AdvanceCursorOutcome advance(AdvanceCursor args) {
        CommandExecutor.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        CommandExecutor.require(CursorRules.checkPosition(args.position()));
        return calls.carryOut(Command.onCursor(args.key(), (found, now) -> CursorRules.advance(found, args, now)));
    }

    Ok release(ReleaseCursor args) {
        CommandExecutor.require(CursorRules.checkPosition(args.position()));
        return calls.carryOut(Command.onCursor(args.key(), (found, now) -> CursorRules.release(found, args, now)));
    }

    /** Releases a cursor whose acquisition was not answered to its caller. */
    void handBack(AcquireCursor args, AcquireCursorOutcome unwanted) {
        if (unwanted instanceof Acquired acquired) {
            try {
                release(UndeliveredAnswers.release(args, acquired));
            } catch (EngineException lost) {
                LOG.warn("Cursor {} could not be released; it is free when its lease ends", args.key(), lost);
            }
        }
    }

    DeleteCursorOutcome delete(DeleteCursor args) {
        return calls.carryOut(Command.onCursor(args.key(), (found, now) -> CursorRules.delete(found)));
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

    /** Reads first: a call that waits for a held cursor writes nothing, however often it polls. */
    private AcquireAttempt tryToAcquire(AcquireCursor args, boolean startGiven) {
        record Seen(EventCursor start, Optional<NamedCursor> cursor, long now) {}
        var seen = calls.read(
                tx -> new Seen(start(tx, args.start(), startGiven), tx.cursors().find(args.key()), tx.now()));
        var foreseen = CursorRules.acquire(seen.cursor(), args, seen.start(), seen.now());
        if (foreseen.changes().isEmpty()) {
            return new AcquireAttempt(foreseen.answer().orThrow(), seen.now());
        }
        // Not interrupted: a cursor that is leased by a call without an answer is blocked until the lease ends.
        return calls.carryOutUninterruptibly(Command.onCursor(
                args.key(),
                (found, now) -> CursorRules.acquire(found, args, seen.start(), now)
                        .answering(answer -> answer.map(outcome -> new AcquireAttempt(outcome, now)))));
    }

    private static EventCursor start(ReadTx tx, EventCursor start, boolean given) {
        if (!given) {
            return EventCursor.ofNumber(tx.events().settled());
        }
        CommandExecutor.require(
                EventRules.checkPlace(start.number().orElseThrow(), tx.events().newest()));
        return start;
    }
}
