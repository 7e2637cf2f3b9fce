package io.flowfabric.store.sqlite.turn;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** A turn that also counts the groups which this process alone has committed. */
public record CountingTurn(WriteTurn turn, AtomicLong groups) implements WriteTurn {

    public CountingTurn(WriteTurn turn) {
        this(turn, new AtomicLong());
    }

    @Override
    public boolean acquire(long deadlineNanos) throws IOException {
        return turn.acquire(deadlineNanos);
    }

    @Override
    public void release() {
        turn.release();
    }

    @Override
    public void announceCommit() {
        groups.incrementAndGet();
        turn.announceCommit();
    }

    @Override
    public long commits() {
        return turn.commits();
    }

    @Override
    public CommitMarks marks() {
        return turn.marks();
    }

    @Override
    public void close() {
        turn.close();
    }
}
