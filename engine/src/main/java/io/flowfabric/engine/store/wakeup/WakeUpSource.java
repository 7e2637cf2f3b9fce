package io.flowfabric.engine.store.wakeup;

import io.flowfabric.engine.Deadline;

/**
 * What wakes a waiting call: every ring of a {@link Doorbell}, or those that concern some keys. Waiting is by position,
 * so a ring between query and wait is not lost:
 *
 * <pre>{@code
 * long seen = source.position();
 * while (!found()) {
 *     source.awaitBeyond(seen, deadline);
 *     seen = source.position();
 * }
 * }</pre>
 *
 * <p>A ring is a hint: it may come although nothing has changed. Two sources of one doorbell with the same keys are
 * equal. Safe for use by any thread.
 */
public interface WakeUpSource {
    /** How often the doorbell has rung, for any key; read before a query. */
    long position();

    /** Whether it has rung for this source after a position. */
    boolean hasRungSince(long seen);

    /**
     * Runs something after every ring for this source from now on, on the thread that rings: it must be quick and must
     * not throw. A ring that began before may be reported or not; the caller asks {@link #hasRungSince} after it has
     * registered.
     */
    Registration register(Runnable wake);

    /** Waits until it has rung after {@code seen}; returns false when the deadline came first. */
    default boolean awaitBeyond(long seen, Deadline deadline) throws InterruptedException {
        try (var wait = new ThreadWait(this)) {
            return wait.awaitBeyond(seen, deadline);
        }
    }

    /** An entry in the registry, removed by closing it. */
    interface Registration extends AutoCloseable {
        /** Forgets the registration; called once. */
        @Override
        void close();
    }
}
