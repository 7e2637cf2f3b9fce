package io.flowfabric.engine.store;

import io.flowfabric.model.id.ExecutionId;
import java.util.List;
import java.util.OptionalLong;

/** What the timers ask: which executions are due, and when the next one will be. */
public interface DueReads {

    /** The alarms a store keeps in order of their time. */
    enum Alarm {
        LEASE_EXPIRY,
        DELAY,
        ATTEMPT_TIMEOUT,
        DEADLINE
    }

    /** Executions whose alarm has gone off by {@code now}, earliest first, behind those already seen. */
    List<ExecutionId> due(Alarm alarm, long now, int limit);

    /**
     * What will be due next; one question to the store, since an idle engine asks it again and again.
     *
     * @param retentionMs how long ended executions without a word of their own are kept
     */
    Next next(long retentionMs);

    /**
     * The next due moments.
     *
     * @param alarm when the earliest alarm goes off, or a worker's liveness has ended
     * @param retention when the next execution, event or idempotency key may be forgotten
     */
    record Next(OptionalLong alarm, OptionalLong retention) {}
}
