package io.flowfabric.store.sqlite.turn;

import java.util.concurrent.atomic.AtomicLong;

/** The turn of a database in memory: it has one writer, so the turn is always free and no other is told anything. */
public final class MemoryTurn implements WriteTurn, CommitMarks {

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
    public CommitMarks marks() {
        return this;
    }

    @Override
    public void add(int slot) {}

    @Override
    public int get(int slot) {
        return 0;
    }

    @Override
    public void countMarked() {}

    @Override
    public long marked() {
        return commits.get();
    }

    @Override
    public void close() {}
}
