package io.flowfabric.store.sqlite;

import java.util.concurrent.atomic.AtomicLong;

/** The turn of a database in memory: it has one writer, so the turn is always free. */
final class MemoryTurn implements WriteTurn {

    private final AtomicLong commits = new AtomicLong();

    @Override
    public boolean acquire(long deadlineNanos) {
        return true;
    }

    @Override
    public void release() {}

    @Override
    public void announceCommit() {
        commits.incrementAndGet();
    }

    @Override
    public long commits() {
        return commits.get();
    }

    @Override
    public void close() {}
}
