package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.CursorRules;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.EventRules;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.op.AcquireCursor;
import io.flowfabric.model.op.AcquireCursorOutcome;
import io.flowfabric.model.op.AdvanceCursor;
import io.flowfabric.model.op.AdvanceCursorOutcome;
import io.flowfabric.model.op.CursorPage;
import io.flowfabric.model.op.DeleteCursor;
import io.flowfabric.model.op.DeleteCursorOutcome;
import io.flowfabric.model.op.ListCursors;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.ReleaseCursor;
import java.util.Optional;

/** Named cursors. */
final class CursorModel {
    /** A rule about one cursor, as far as it was found. */
    private interface Rule<R> {
        Decision<R> decide(Optional<NamedCursor> found, long now);
    }

    private final World world;

    CursorModel(World world) {
        this.world = world;
    }

    AcquireCursorOutcome acquire(AcquireCursor args) {
        Interpretation.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        Interpretation.require(EventRules.checkPlace(
                args.start().number().orElseThrow(), world.outbox().newest()));
        return on(args.key(), (found, now) -> CursorRules.acquire(found, args, args.start(), now));
    }

    AdvanceCursorOutcome advance(AdvanceCursor args) {
        return on(args.key(), (found, now) -> CursorRules.advance(found, args, now));
    }

    Ok release(ReleaseCursor args) {
        return on(args.key(), (found, now) -> CursorRules.release(found, args, now));
    }

    DeleteCursorOutcome delete(DeleteCursor args) {
        return on(args.key(), (found, now) -> CursorRules.delete(found));
    }

    CursorPage list(ListCursors args) {
        var wanted = world.cursors().values().stream()
                .filter(cursor ->
                        args.namespace().map(cursor.key().namespace()::equals).orElse(true))
                .filter(cursor -> args.after()
                        .map(after -> world.cursors().comparator().compare(cursor.key(), after) > 0)
                        .orElse(true))
                .toList();
        var page = Paged.front(wanted, args.limit());
        return new CursorPage(page.items(), page.next().map(NamedCursor::key));
    }

    private <R> R on(CursorKey key, Rule<R> rule) {
        var found = Optional.ofNullable(world.cursors().get(key));
        long newest = found.map(NamedCursor::changedAt).orElse(Long.MIN_VALUE);
        return world.store(rule.decide(found, Math.max(world.now(), newest)));
    }
}
