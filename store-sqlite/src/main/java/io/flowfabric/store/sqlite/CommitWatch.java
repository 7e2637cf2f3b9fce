package io.flowfabric.store.sqlite;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.store.Doorbells;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Notices what other writers, in this process or another, commit to the same file. It looks at the commit counter, a word of shared memory, a
 * hundred times a second; that costs no system call and no query.
 */
final class CommitWatch implements AutoCloseable {
    private static final long INTERVAL_NANOS = Duration.ofMillis(10).toNanos();

    private final LongSupplier commits;
    private final Doorbells doorbells;
    private final Thread thread;
    private volatile boolean closed;

    CommitWatch(String name, LongSupplier commits, Doorbells doorbells) {
        this.commits = commits;
        this.doorbells = doorbells;
        this.thread = new Thread(new BackgroundLoop("sqlite-watch", this::watch), "flowfabric-sqlite-watch " + name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        long seen = commits.getAsLong();
        while (!closed) {
            LockSupport.parkNanos(this, INTERVAL_NANOS);
            long now = commits.getAsLong();
            if (now > seen) {
                seen = now;
                doorbells.ringAll();
            }
        }
    }
}
