package io.flowfabric.store.sqlite.turn;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turn of a database file. One object serves all stores of the JVM that use the file, because file locks belong to
 * the process and closing any descriptor of a file drops them all; {@link FileTurns} shares it.
 */
final class FileTurn {

    private static final Logger LOG = LoggerFactory.getLogger(FileTurn.class);

    /**
     * A blocking lock cannot be given up at a deadline, so the bytes are polled. The interval stays the same however
     * long one waits: if it grew, new writers would overtake those that have waited longest.
     */
    private static final long POLL_NEXT_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

    /** Only one process at a time waits here, so polling faster costs little and hands the turn over sooner. */
    private static final long POLL_WRITE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final Semaphore permit = new Semaphore(1, true);
    private final TurnFile file;
    private @Nullable FileLock writing;

    FileTurn(Path sideFile) throws IOException {
        this.file = TurnFile.open(sideFile);
    }

    boolean acquire(long deadlineNanos) throws IOException {
        if (!takePermit(deadlineNanos)) {
            return false;
        }
        boolean acquired = false;
        try {
            acquired = lockFile(deadlineNanos);
            return acquired;
        } finally {
            if (!acquired) {
                release();
            }
        }
    }

    void release() {
        FileLock held = writing;
        writing = null;
        try {
            if (held != null) {
                held.release();
            }
        } catch (IOException unlikely) {
            LOG.warn("The write turn could not be unlocked; other processes wait until this store is closed", unlikely);
        } finally {
            permit.release();
        }
    }

    void announceCommit() {
        file.count();
    }

    long commits() {
        return file.counted();
    }

    CommitMarks marks() {
        return file;
    }

    void closeFile() throws IOException {
        file.close();
    }

    private boolean lockFile(long deadlineNanos) throws IOException {
        FileLock next = poll(TurnFile.NEXT, POLL_NEXT_NANOS, deadlineNanos);
        if (next == null) {
            return false;
        }
        try {
            writing = poll(TurnFile.WRITE_BYTE, POLL_WRITE_NANOS, deadlineNanos);
        } finally {
            next.release();
        }
        return writing != null;
    }

    private @Nullable FileLock poll(long position, long intervalNanos, long deadlineNanos) throws IOException {
        FileLock lock = file.tryLock(position);
        while (lock == null && deadlineNanos - System.nanoTime() > 0) {
            LockSupport.parkNanos(intervalNanos);
            lock = file.tryLock(position);
        }
        return lock;
    }

    private boolean takePermit(long deadlineNanos) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return permit.tryAcquire(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException stillWanted) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
