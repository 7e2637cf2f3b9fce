package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.SubscriberId;
import io.flowfabric.model.op.AcquireCursor;
import io.flowfabric.model.op.AdvanceCursor;
import io.flowfabric.model.op.DeleteCursor;
import io.flowfabric.model.op.ListCursors;
import io.flowfabric.model.op.ReleaseCursor;
import java.util.Optional;

/** Subscribers that take named cursors, move them, and lose them to each other. */
final class CursorDraws {
    private final Dice dice;
    private final World world;

    CursorDraws(Dice dice, World world) {
        this.dice = dice;
        this.world = world;
    }

    /** Calls about one record. */
    void addSingles(Menu menu) {
        menu.add(2, this::advance).add(1, this::release);
    }

    void addOthers(Menu menu) {
        menu.add(3, this::acquire).add(1, this::delete).add(1, this::list);
    }

    private Call<?, ?> acquire() {
        var key = key();
        return new Call<>(
                Catalogue.ACQUIRE_CURSOR,
                new AcquireCursor(
                        key.namespace(),
                        key.name(),
                        dice.pick(Cast.SUBSCRIBERS),
                        EventCursor.ofNumber(dice.between(0, world.outbox().newest())),
                        dice.oneIn(20) ? 0 : dice.pick(Cast.LEASE_TTLS),
                        0));
    }

    private Call<?, ?> advance() {
        var key = key();
        return new Call<>(
                Catalogue.ADVANCE_CURSOR,
                new AdvanceCursor(
                        key.namespace(), key.name(), holder(key), epoch(key), position(), dice.pick(Cast.LEASE_TTLS)));
    }

    private Call<?, ?> release() {
        var key = key();
        return new Call<>(
                Catalogue.RELEASE_CURSOR,
                new ReleaseCursor(key.namespace(), key.name(), holder(key), epoch(key), position()));
    }

    private Call<?, ?> delete() {
        var key = key();
        return new Call<>(Catalogue.DELETE_CURSOR, new DeleteCursor(key.namespace(), key.name()));
    }

    private Call<?, ?> list() {
        return new Call<>(
                Catalogue.LIST_CURSORS,
                new ListCursors(
                        dice.maybe(2, () -> dice.pick(Cast.NAMESPACES)), dice.maybe(2, this::key), dice.below(4)));
    }

    private CursorKey key() {
        return new CursorKey(dice.pick(Cast.NAMESPACES), dice.pick(Cast.CURSORS));
    }

    /** Mostly whoever holds it. */
    private SubscriberId holder(CursorKey key) {
        return stored(key)
                .flatMap(NamedCursor::lease)
                .filter(lease -> !dice.oneIn(4))
                .map(lease -> lease.holder())
                .orElseGet(() -> dice.pick(Cast.SUBSCRIBERS));
    }

    private long epoch(CursorKey key) {
        return stored(key).map(NamedCursor::epoch).orElse(1L) - (dice.oneIn(6) ? 1 : 0);
    }

    private EventCursor position() {
        return EventCursor.ofNumber(
                dice.oneIn(4)
                        ? dice.between(0, world.outbox().newest())
                        : world.outbox().newest());
    }

    private Optional<NamedCursor> stored(CursorKey key) {
        return Optional.ofNullable(world.cursors().get(key));
    }
}
