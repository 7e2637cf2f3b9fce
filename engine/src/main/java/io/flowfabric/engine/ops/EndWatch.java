package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
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
 * Executions whose end somebody waits for. Every end of any execution rings for all of them, so the first who is called
 * up looks for all, and the others go by what it saw. Safe for use by any thread.
 *
 * <p>Nobody is overlooked: whoever enters looks for themselves afterwards, and a look reads how often it has rung before
 * it reads who is waiting. So a look that is newer than one's own was made for oneself, too.
 */
final class EndWatch {
    private final Doorbell bell;
    private final Duration lookAgain;
    private final Function<Collection<ExecutionId>, Set<ExecutionId>> settled;
    private final Map<ExecutionId, Integer> awaited = new ConcurrentHashMap<>();
    private final ReentrantLock looking = new ReentrantLock();
    private volatile Sight last = new Sight(-1, Deadline.in(Duration.ZERO), Set.of());

    /**
     * What was seen last.
     *
     * @param position how often the bell had rung before
     * @param again when to look again, should it not ring: a ring may be lost
     * @param settled those of the awaited that were not going on any more
     */
    record Sight(long position, Deadline again, Set<ExecutionId> settled) {}

    /** @param settled finds out which executions have ended or are gone, by one question to the store */
    EndWatch(Doorbell bell, Duration lookAgain, Function<Collection<ExecutionId>, Set<ExecutionId>> settled) {
        this.bell = bell;
        this.lookAgain = lookAgain;
        this.settled = settled;
    }

    Doorbell bell() {
        return bell;
    }

    /** When somebody who has just looked for themselves should look again, should it not ring. */
    Deadline again() {
        return Deadline.in(lookAgain);
    }

    void enter(ExecutionId id) {
        awaited.merge(id, 1, Integer::sum);
    }

    void leave(ExecutionId id) {
        awaited.computeIfPresent(id, (any, waiting) -> waiting > 1 ? waiting - 1 : null);
    }

    /** What there is to see now; empty when others have been looking for it until the deadline. */
    Optional<Sight> look(Deadline deadline) {
        if (isCurrent(last)) {
            return Optional.of(last);
        }
        if (!begin(deadline)) {
            return Optional.empty();
        }
        try {
            if (!isCurrent(last)) {
                long position = bell.position();
                var ids = List.copyOf(awaited.keySet());
                last = new Sight(position, again(), ids.isEmpty() ? Set.of() : settled.apply(ids));
            }
            return Optional.of(last);
        } finally {
            looking.unlock();
        }
    }

    private boolean isCurrent(Sight sight) {
        return sight.position() == bell.position() && !sight.again().hasPassed();
    }

    private boolean begin(Deadline deadline) {
        try {
            return looking.tryLock(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
