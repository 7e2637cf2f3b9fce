package io.flowfabric.engine.ops;

import io.flowfabric.engine.MemoryBudget;

/** What still fits into a transaction. The first call always does. */
final class BatchRoom {
    static final int MOST_CALLS = 500;
    static final long MOST_BYTES = MemoryBudget.ofTransaction();

    private final int mostCalls;
    private int calls;
    private long bytes;

    BatchRoom(int mostCalls) {
        this.mostCalls = mostCalls;
    }

    /** Whether so much more fits. */
    boolean holds(long more) {
        return calls == 0 || calls < mostCalls && bytes + more <= MOST_BYTES;
    }

    void take(long more) {
        calls++;
        bytes += more;
    }

    /** Takes it if it fits. */
    boolean takes(long more) {
        boolean holds = holds(more);
        if (holds) {
            take(more);
        }
        return holds;
    }
}
