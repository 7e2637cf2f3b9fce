package io.flowfabric.store.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How long the machine alone makes every writer wait: the longest that a pause and one small synced write to a file of
 * its own took beyond the pause. A busy disk or processor delays it as it delays the store, a store that starves its
 * callers does not.
 */
final class Yardstick extends Thread {

    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final FileChannel file;
    private volatile long longest;
    private volatile boolean stopped;

    Yardstick(Path path) throws IOException {
        super("yardstick");
        this.file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        setDaemon(true);
    }

    @Override
    public void run() {
        while (!stopped) {
            long began = System.nanoTime();
            LockSupport.parkNanos(PAUSE_NANOS);
            sync();
            longest = Math.max(longest, System.nanoTime() - began - PAUSE_NANOS);
        }
    }

    /** Ends the measurement and answers the longest delay in nanoseconds. */
    long finish() throws InterruptedException, IOException {
        stopped = true;
        join();
        file.close();
        return longest;
    }

    private void sync() {
        try {
            file.write(ByteBuffer.wrap(new byte[] {1}), 0);
            file.force(false);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
