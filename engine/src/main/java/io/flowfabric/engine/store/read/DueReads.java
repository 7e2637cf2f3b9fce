package io.flowfabric.engine.store.read;

import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.model.id.ExecutionId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What the timers query: which executions are due, and when the next one will be. */
public interface DueReads {

    /** The due times that a store keeps in order. */
    enum DueKind {
        LEASE_EXPIRY,
        DELAY,
        ATTEMPT_TIMEOUT,
        DEADLINE
    }

    /** Executions that are due by {@code now}, the longest due first. */
    List<ExecutionId> due(DueKind kind, long now, int limit);

    /**
     * A lease that can be reclaimed.
     *
     * @param at when it was marked expired, or revoked
     */
    record ReclaimableLease(long at, ExecutionId executionId) {}

    /**
     * Reclaimable leases by time, then execution: behind one, or from the first, and up to a time. Reading on behind
     * the last one visits each once, also when several became reclaimable at the same time.
     */
    List<ReclaimableLease> reclaimable(Optional<ReclaimableLease> after, long upTo, int limit);

    /** The queues of executions that are blocked by route. */
    List<Queue> unrouted();

    /**
     * What will be due next.
     *
     * @param retentionMs how long ended executions without a word of their own are kept
     */
    Next next(long retentionMs);

    /**
     * All that the timers have to know before they sleep, by one query, since an idle engine repeats it.
     *
     * @param after the last reclaimable lease that was seen
     * @param grantsAfter as for {@link #grantEnd}
     * @param kinds the kinds of follow-ups that this program carries out
     */
    Ahead ahead(long retentionMs, Optional<ReclaimableLease> after, long grantsAfter, Collection<FollowUpKind> kinds);

    /** The first time after another at which a grant has ended; empty when no stored one ends later. */
    OptionalLong grantEnd(long after);

    /**
     * What lies ahead.
     *
     * @param reclaimable when the first lease that was not seen yet became reclaimable
     * @param grantEnd when the first grant ends that ends after the given time
     * @param queueLook when the first queue is to be checked for being empty
     * @param followUp when the first follow-up of the given kinds is to be tried
     * @param now the store's time of the query
     */
    record Ahead(
            Next next,
            OptionalLong reclaimable,
            OptionalLong grantEnd,
            OptionalLong queueLook,
            OptionalLong followUp,
            long now) {}

    /**
     * The next due times, and whether there is something to check periodically.
     *
     * @param dueTime the earliest due time of an execution, or end of a worker's liveness; reclaimable leases have none
     * @param retention when the next execution, event or idempotency key may be purged
     * @param unrouted whether any execution is blocked by route
     */
    record Next(OptionalLong dueTime, OptionalLong retention, boolean unrouted) {}
}
