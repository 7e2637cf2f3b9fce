package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import java.util.Optional;
import java.util.function.Function;

/**
 * A call that waits, one step at a time, so that it can wait with a thread or without one. Between two steps whoever
 * carries it out waits until the bell has rung after {@link #seen()}, or until {@link #next()}. Used by one thread at a
 * time.
 */
interface Vigil<T> {
    /** What rings when there may be something to see. */
    Doorbell bell();

    /**
     * Looks, if there may be something to see.
     *
     * @param closing whether nobody waits any longer
     * @return the answer to the call; empty when it goes on waiting
     */
    Optional<T> step(boolean closing);

    /** The answer of a call that stops waiting although nothing was found. */
    T nothing();

    /** How often the bell had rung before the last look. */
    long seen();

    /** When to take the next step, should the bell not ring. */
    Deadline next();

    /** Nobody takes another step: it was answered, or nobody waits for the answer any more. */
    default void end() {}

    /** The same with another answer. */
    default <R> Vigil<R> map(Function<T, R> answer) {
        var before = this;
        return new Vigil<>() {
            @Override
            public Doorbell bell() {
                return before.bell();
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
