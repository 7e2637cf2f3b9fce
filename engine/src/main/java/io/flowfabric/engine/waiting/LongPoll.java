package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * A call that waits, one step at a time, so that it can wait with a thread or without one. Between two steps {@link
 * LongPolls} waits until the source has rung after {@link #seen()}, or until {@link #next()}. Used by one thread at a
 * time.
 */
public interface LongPoll<T> {
    /** What wakes it when there may be something to find. */
    WakeUpSource wakeUps();

    /**
     * Polls, if there may be something to find.
     *
     * @param closing whether waiting has ended, because the engine shuts down
     * @return the answer to the call; empty when it goes on waiting
     */
    Optional<T> step(boolean closing);

    /** The answer of a call that stops waiting although nothing was found. */
    T nothing();

    /** The position of the source before the last poll. */
    long seen();

    /** When to take the next step if no wake-up comes. */
    Deadline next();

    /** No further step is taken: the call was answered or cancelled. */
    default void end() {}

    /** The same with another answer. */
    default <R> LongPoll<R> map(Function<T, R> answer) {
        var before = this;
        return new LongPoll<>() {
            @Override
            public WakeUpSource wakeUps() {
                return before.wakeUps();
            }

            @Override
            public Optional<R> step(boolean closing) {
                return before.step(closing).map(answer);
            }

            @Override
            public R nothing() {
                return answer.apply(before.nothing());
            }

            @Override
            public long seen() {
                return before.seen();
            }

            @Override
            public Deadline next() {
                return before.next();
            }

            @Override
            public void end() {
                before.end();
            }
        };
    }
}
