package io.flowfabric.engine.ops;

import io.flowfabric.engine.AnswerRoom;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits with a call whose answer may be large until its process has room for one: many who wait for the same thing are woken
 * together, and each of them would read it. The first look is not held up: there may be nothing to wait for, and a caller that
 * has little memory can see to it that it makes few calls at once.
 */
final class RoomVigil<T> implements Vigil<T> {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Vigil<T> vigil;
    private final AnswerRoom room;
    private final Deadline patience;
    private boolean looked;
    private boolean held;
    private long position;

    RoomVigil(Vigil<T> vigil, AnswerRoom room, long maxWaitMs) {
        this.vigil = vigil;
        this.room = room;
        this.patience = Deadline.in(Duration.ofMillis(maxWaitMs));
    }

    @Override
    public Doorbell bell() {
        return vigil.bell();
    }

    @Override
    public Optional<T> step(boolean closing) {
        position = vigil.bell().position();
        held = looked && !room.isFree();
        if (!held) {
            looked = true;
            return vigil.step(closing);
        }
        return closing || patience.hasPassed() ? Optional.of(vigil.nothing()) : Optional.empty();
    }

    @Override
    public T nothing() {
        return vigil.nothing();
    }

    @Override
    public long seen() {
        return held ? position : vigil.seen();
    }

    @Override
    public Deadline next() {
        return held ? patience.orEarlier(Deadline.in(PAUSE)) : vigil.next();
    }

    @Override
    public void end() {
        vigil.end();
    }
}
