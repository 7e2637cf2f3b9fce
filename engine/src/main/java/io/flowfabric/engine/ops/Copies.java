package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.execution.Lease;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.OwnershipState;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Leased executions as this process last left them. What the holder of a lease asks for can be decided on such a copy;
 * the store applies it only if the execution is still at that version. Safe for use by any thread.
 */
final class Copies {
    private static final int MOST = 10_000;

    /** Looking through all of them for lapsed ones is not done more often than this. */
    private static final long LOOK_EVERY_MS = 1_000;

    private final ConcurrentHashMap<ExecutionId, Loaded> copies = new ConcurrentHashMap<>();
    private final AtomicLong nextLook = new AtomicLong();
    private final int most;

    Copies() {
        this(MOST);
    }

    /** @param most how many are kept at the same time */
    Copies(int most) {
        this.most = most;
    }

    Optional<Loaded> of(ExecutionId id) {
        return Optional.ofNullable(copies.get(id));
    }

    /** Keeps an execution as a committed change left it, or forgets it when nobody holds it any more. */
    void keep(Loaded before, Change.OfExecution change) {
        var after = change.after();
        if (after.vector().ownership() != OwnershipState.LEASED) {
            copies.remove(after.id());
            return;
        }
        if (copies.size() >= most) {
            forgetLapsed(after.timing().lastMutationAt());
        }
        if (copies.size() < most) {
            var copy = new Loaded(after, before.policy(), Optional.empty(), before.membership());
            copies.merge(after.id(), copy, Copies::newer);
        }
    }

    void forget(ExecutionId id) {
        copies.remove(id);
    }

    /** Transactions that end at the same time keep what they left in any order. */
    private static Loaded newer(Loaded one, Loaded other) {
        return one.execution().version() > other.execution().version() ? one : other;
    }

    private void forgetLapsed(long now) {
        long due = nextLook.get();
        if (now < due || !nextLook.compareAndSet(due, now + LOOK_EVERY_MS)) {
            return;
        }
        copies.values()
                .removeIf(copy -> copy.execution()
                        .lease()
                        .map(Lease::expiresAt)
                        .filter(end -> end > now)
                        .isEmpty());
    }
}
