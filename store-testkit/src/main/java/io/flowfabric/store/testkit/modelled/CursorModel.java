package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.record.CursorRules;
import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.cursor.AdvanceCursorOutcome;
import io.flowfabric.model.op.cursor.CursorPage;
import io.flowfabric.model.op.cursor.DeleteCursor;
import io.flowfabric.model.op.cursor.DeleteCursorOutcome;
import io.flowfabric.model.op.cursor.ListCursors;
import io.flowfabric.model.op.cursor.ReleaseCursor;
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
        OperationModel.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        OperationModel.require(EventRules.checkPlace(
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
