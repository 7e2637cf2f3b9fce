package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.state.OwnershipState;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Leased executions as this process last left them. A call of the holder of a lease can be decided on the cached state;
 * the store applies the change only if the execution is still at that version. Safe for use by any thread.
 */
public final class LeasedExecutionCache {
    private static final int MOST = 10_000;

    /** A full cache is searched for expired leases at most this often. */
    private static final long SWEEP_EVERY_MS = 1_000;

    private final ConcurrentHashMap<ExecutionId, Loaded> executions = new ConcurrentHashMap<>();
    private final AtomicLong nextSweep = new AtomicLong();
    private final int most;

    LeasedExecutionCache() {
        this(MOST);
    }

    /** @param most how many are kept at the same time */
    LeasedExecutionCache(int most) {
        this.most = most;
    }

    Optional<Loaded> of(ExecutionId id) {
        return Optional.ofNullable(executions.get(id));
    }

    /** Keeps an execution as a committed change left it, or forgets it when it is no longer leased. */
    public void keep(Loaded before, Change.OfExecution change) {
        var after = change.after();
        if (after.vector().ownership() != OwnershipState.LEASED) {
            executions.remove(after.id());
            return;
        }
        if (executions.size() >= most) {
            forgetExpired(after.timing().lastMutationAt());
        }
        if (executions.size() < most) {
            var copy = new Loaded(after, before.policy(), Optional.empty(), before.membership());
            executions.merge(after.id(), copy, LeasedExecutionCache::newer);
        }
    }

    void forget(ExecutionId id) {
        executions.remove(id);
    }

    /** Transactions that end at the same time keep what they left in any order. */
    private static Loaded newer(Loaded one, Loaded other) {
        return one.execution().version() > other.execution().version() ? one : other;
    }

    private void forgetExpired(long now) {
        long due = nextSweep.get();
        if (now < due || !nextSweep.compareAndSet(due, now + SWEEP_EVERY_MS)) {
            return;
        }
        executions
                .values()
                .removeIf(copy -> copy.execution()
                        .lease()
                        .map(Lease::expiresAt)
                        .filter(end -> end > now)
                        .isEmpty());
    }
}
