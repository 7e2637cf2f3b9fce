package io.flowfabric.store.sqlite.writer;

import io.flowfabric.engine.BackgroundLoop;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices what other writers, in this process or another, commit to the same file. It reads the counters of the side
 * file, a page of shared memory, a hundred times a second; that costs no system call and no query.
 */
public final class CommitWatch implements AutoCloseable {
    private static final long INTERVAL_NANOS = Duration.ofMillis(10).toNanos();

    private final Runnable poll;
    private final Thread thread;
    private volatile boolean closed;

    /** @param poll rings the doorbells for what others have committed since the poll before */
    public CommitWatch(String name, Runnable poll) {
        this.poll = poll;
        this.thread = new Thread(new BackgroundLoop("sqlite-watch", this::watch), "flowfabric-sqlite-watch " + name);
        thread.setDaemon(true);
    }

    public void start() {
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
        while (!closed) {
            LockSupport.parkNanos(this, INTERVAL_NANOS);
            poll.run();
        }
    }
}
