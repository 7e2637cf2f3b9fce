package io.flowfabric.sdk;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The end of a task that its handler chose before it returned, if it did. Nothing can be done with the task after it. */
final class EarlyEnd {
    private final HeldLease lease;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Optional<String> how = Optional.empty();

    EarlyEnd(HeldLease lease) {
        this.lease = lease;
    }

    boolean isReached() {
        return how.isPresent();
    }

    /** Fails if the end is reached. */
    void requireBefore() {
        how.ifPresent(end -> {
            throw EngineError.of(
                            ErrorCode.EXECUTION_NOT_ACTIVE,
                            end,
                            "Its handler has %s execution %s, and nothing more can be done with the task. Return from the handler."
                                    .formatted(end, lease.claim().executionId()))
                    .toException();
        });
    }

    /** Ends the task by a call. One that fails leaves it as it was, unless it was told that the lease is over. */
    <T> T reach(String end, Supplier<T> call) {
        lock.lock();
        try {
            requireBefore();
            T answer = answer(call);
            how = Optional.of(end);
            lease.end();
            return answer;
        } finally {
            lock.unlock();
        }
    }

    private <T> T answer(Supplier<T> call) {
        try {
            return call.get();
        } catch (EngineException refused) {
            if (LeaseKeeper.isOver(refused.code())) {
                lease.lose();
            }
            throw refused;
        }
    }
}
