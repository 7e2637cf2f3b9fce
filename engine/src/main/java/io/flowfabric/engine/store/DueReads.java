package io.flowfabric.engine.store;

import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.id.ExecutionId;
import java.util.List;
import java.util.Optional;
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
     * A lease that has lapsed and was not taken over.
     *
     * @param at when it was marked expired, or revoked
     */
    record Lapse(long at, ExecutionId executionId) {}

    /**
     * Lapsed leases by time, then execution: behind one, or from the first, and up to a moment. Reading on behind the
     * last one visits each once, also when several lapsed at the same moment.
     */
    List<Lapse> lapses(Optional<Lapse> after, long upTo, int limit);

    /** The queues of executions that are blocked by route. */
    List<Queue> unrouted();

    /**
     * What will be due next.
     *
     * @param retentionMs how long ended executions without a word of their own are kept
     */
    Next next(long retentionMs);

    /**
     * All that the timers have to know before they sleep; one question to the store, since an idle engine asks it again
     * and again.
     *
     * @param after the last lapsed lease that was seen
     * @param grantsAfter as for {@link #grantEnd}
     */
    Ahead ahead(long retentionMs, Optional<Lapse> after, long grantsAfter);

    /** The first moment after another at which a grant has ended; empty when no stored one ends later. */
    OptionalLong grantEnd(long after);

    /**
     * What lies ahead.
     *
     * @param lapse when the first lease lapsed that was not seen yet
     * @param grantEnd when the first grant has ended that ends after the moment asked for
     * @param queueLook when the first queue is to be looked at, whether it is empty
     * @param now the store's time when it was asked
     */
    record Ahead(Next next, OptionalLong lapse, OptionalLong grantEnd, OptionalLong queueLook, long now) {}

    /**
     * The next due moments, and whether there is something to look at now and then.
     *
     * @param alarm when the earliest alarm goes off, or a worker's liveness has ended; lapsed leases set none
     * @param retention when the next execution, event or idempotency key may be forgotten
     * @param unrouted whether any execution is blocked by route
     */
    record Next(OptionalLong alarm, OptionalLong retention, boolean unrouted) {}
}
