package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import io.flowfabric.model.id.ExecutionId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The executions whose end calls wait for. An end rings for its execution alone. A ring for all of them, because it is
 * not known what has ended, leads to one query: the first call that is woken queries for all, and the others use its
 * result. Safe for use by any thread.
 *
 * <p>No call is missed: a call enters and then queries for itself, and a shared poll reads the position before it reads
 * which calls have entered. So a shared poll that is newer than a call's own query covers that call, too.
 */
public final class ResultWatcher {
    private final Doorbell doorbell;
    private final FallbackPoll fallbackPoll;
    private final Function<Collection<ExecutionId>, Set<ExecutionId>> settled;
    private final Map<ExecutionId, Integer> awaited = new ConcurrentHashMap<>();
    private final ReentrantLock polling = new ReentrantLock();
    private volatile SharedPoll last = new SharedPoll(-1, Set.of());

    /**
     * A query for all awaited executions.
     *
     * @param position the position of the doorbell before it
     * @param settled those of the awaited executions that have ended or are gone
     */
    record SharedPoll(long position, Set<ExecutionId> settled) {}

    /** @param settled finds out which executions have ended or are gone, by one query */
    ResultWatcher(
            Doorbell doorbell, FallbackPoll fallbackPoll, Function<Collection<ExecutionId>, Set<ExecutionId>> settled) {
        this.doorbell = doorbell;
        this.fallbackPoll = fallbackPoll;
        this.settled = settled;
    }

    /** The wake-ups for the end of one execution. */
    WakeUpSource endOf(ExecutionId id) {
        return doorbell.forKeys(List.of(new WakeUpKey.End(id)));
    }

    /** Whether it has rung for all executions after a position, and not only for some. */
    boolean hasRungForAllSince(long seen) {
        return doorbell.hasRungForAllSince(seen);
    }

    FallbackPoll fallbackPoll() {
        return fallbackPoll;
    }

    void enter(ExecutionId id) {
        awaited.merge(id, 1, Integer::sum);
    }

    void leave(ExecutionId id) {
        awaited.computeIfPresent(id, (any, waiting) -> waiting > 1 ? waiting - 1 : null);
    }

    /** The shared poll after the last ring for all; empty when another call was still making it at the deadline. */
    Optional<SharedPoll> poll(Deadline deadline) {
        if (isCurrent(last)) {
            return Optional.of(last);
        }
        if (!begin(deadline)) {
            return Optional.empty();
        }
        try {
            if (!isCurrent(last)) {
                long position = doorbell.position();
                var ids = List.copyOf(awaited.keySet());
                last = new SharedPoll(position, ids.isEmpty() ? Set.of() : settled.apply(ids));
            }
            return Optional.of(last);
        } finally {
            polling.unlock();
        }
    }

    private boolean isCurrent(SharedPoll poll) {
        return !doorbell.hasRungForAllSince(poll.position());
    }

    private boolean begin(Deadline deadline) {
        try {
            return polling.tryLock(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
