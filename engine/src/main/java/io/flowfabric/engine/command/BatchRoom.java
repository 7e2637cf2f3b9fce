package io.flowfabric.engine.command;

import io.flowfabric.engine.MemoryBudget;

/** The room that is left in a transaction. The first call always fits. */
public final class BatchRoom {
    static final int MOST_CALLS = 500;
    public static final long MOST_BYTES = MemoryBudget.ofTransaction();

    private final int mostCalls;
    private int calls;
    private long bytes;

    BatchRoom(int mostCalls) {
        this.mostCalls = mostCalls;
    }

    /** Whether a call of so many bytes fits. */
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
