package io.flowfabric.engine.waiting;

import io.flowfabric.engine.AnswerRoom;
import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import java.time.Duration;
import java.util.Optional;

/**
 * Delays a long poll whose answer may be large until the process has memory for the answer: calls that wait for the
 * same thing are woken together, and each of them would read it. The first poll is not delayed: there may be nothing to
 * wait for, and a caller with little memory can limit how many calls it makes at once.
 */
public final class AnswerMemoryLongPoll<T> implements LongPoll<T> {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final LongPoll<T> longPoll;
    private final AnswerRoom room;
    private final Deadline deadline;
    private boolean polled;
    private boolean held;
    private long position;

    public AnswerMemoryLongPoll(LongPoll<T> longPoll, AnswerRoom room, long maxWaitMs) {
        this.longPoll = longPoll;
        this.room = room;
        this.deadline = Deadline.in(Duration.ofMillis(maxWaitMs));
    }

    @Override
    public WakeUpSource wakeUps() {
        return longPoll.wakeUps();
    }

    @Override
    public Optional<T> step(boolean closing) {
        position = longPoll.wakeUps().position();
        held = polled && !room.isFree();
        if (!held) {
            polled = true;
            return longPoll.step(closing);
        }
        return closing || deadline.hasPassed() ? Optional.of(longPoll.nothing()) : Optional.empty();
    }

    @Override
    public T nothing() {
        return longPoll.nothing();
    }

    @Override
    public long seen() {
        return held ? position : longPoll.seen();
    }

    @Override
    public Deadline next() {
        return held ? deadline.orEarlier(Deadline.in(PAUSE)) : longPoll.next();
    }

    @Override
    public void end() {
        longPoll.end();
    }
}
