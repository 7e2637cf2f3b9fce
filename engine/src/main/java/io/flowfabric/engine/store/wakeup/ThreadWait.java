package io.flowfabric.engine.store.wakeup;

import io.flowfabric.engine.Deadline;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The waits of one thread for one source. The thread is registered from its first wait until this is closed, also while
 * it queries in between: the fallback poll covers what is registered. Used by the thread that made it.
 */
public final class ThreadWait implements AutoCloseable {
    private final WakeUpSource source;
    private Optional<WakeUpSource.Registration> registration = Optional.empty();

    public ThreadWait(WakeUpSource source) {
        this.source = source;
    }

    /** Waits until the source has rung after {@code seen}; returns false when the deadline came first. */
    public boolean awaitBeyond(long seen, Deadline deadline) throws InterruptedException {
        if (source.hasRungSince(seen)) {
            return true;
        }
        if (registration.isEmpty()) {
            var thread = Thread.currentThread();
            registration = Optional.of(source.register(() -> LockSupport.unpark(thread)));
        }
        boolean rung = source.hasRungSince(seen);
        while (!rung) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long left = deadline.remainingNanos();
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(this, left);
            rung = source.hasRungSince(seen);
        }
        return true;
    }

    @Override
    public void close() {
        registration.ifPresent(WakeUpSource.Registration::close);
        registration = Optional.empty();
    }
}
