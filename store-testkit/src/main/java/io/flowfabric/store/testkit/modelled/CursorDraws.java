package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.cursor.DeleteCursor;
import io.flowfabric.model.op.cursor.ListCursors;
import io.flowfabric.model.op.cursor.ReleaseCursor;
import java.util.Optional;

/** Subscribers that take named cursors, move them, and lose them to each other. */
final class CursorDraws {
    private final SeededRandom random;
    private final World world;

    CursorDraws(SeededRandom random, World world) {
        this.random = random;
        this.world = world;
    }

    /** Calls about one record. */
    void addSingles(WeightedCalls menu) {
        menu.add(2, this::advance).add(1, this::release);
    }

    void addOthers(WeightedCalls menu) {
        menu.add(3, this::acquire).add(1, this::delete).add(1, this::list);
    }

    private Call<?, ?> acquire() {
        var key = key();
        return new Call<>(
                Catalogue.ACQUIRE_CURSOR,
                new AcquireCursor(
                        key.namespace(),
                        key.name(),
                        random.pick(Participants.SUBSCRIBERS),
                        EventCursor.ofNumber(random.between(0, world.outbox().newest())),
                        random.oneIn(20) ? 0 : random.pick(Participants.LEASE_TTLS),
                        0));
    }

    private Call<?, ?> advance() {
        var key = key();
        return new Call<>(
                Catalogue.ADVANCE_CURSOR,
                new AdvanceCursor(
                        key.namespace(),
                        key.name(),
                        holder(key),
                        epoch(key),
                        position(),
                        random.pick(Participants.LEASE_TTLS)));
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
                        random.maybe(2, () -> random.pick(Participants.NAMESPACES)),
                        random.maybe(2, this::key),
                        random.below(4)));
    }

    private CursorKey key() {
        return new CursorKey(random.pick(Participants.NAMESPACES), random.pick(Participants.CURSORS));
    }

    /** Mostly its holder. */
    private SubscriberId holder(CursorKey key) {
        return stored(key)
                .flatMap(NamedCursor::lease)
                .filter(lease -> !random.oneIn(4))
                .map(lease -> lease.holder())
                .orElseGet(() -> random.pick(Participants.SUBSCRIBERS));
    }

    private long epoch(CursorKey key) {
        return stored(key).map(NamedCursor::epoch).orElse(1L) - (random.oneIn(6) ? 1 : 0);
    }

    private EventCursor position() {
        return EventCursor.ofNumber(
                random.oneIn(4)
                        ? random.between(0, world.outbox().newest())
                        : world.outbox().newest());
    }

    private Optional<NamedCursor> stored(CursorKey key) {
        return Optional.ofNullable(world.cursors().get(key));
    }
}
