package io.flowfabric.sdk.worker;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.sdk.internal.lease.HeldLease;
import io.flowfabric.sdk.internal.lease.LeaseKeeper;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The outcome that a handler chose before it returned, if it did. Nothing can be done with the task after it. */
final class ExplicitOutcome {
    private final HeldLease lease;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Optional<String> how = Optional.empty();

    ExplicitOutcome(HeldLease lease) {
        this.lease = lease;
    }

    boolean isReached() {
        return how.isPresent();
    }

    /** Fails if the handler has ended the task. */
    void requireBefore() {
        how.ifPresent(end -> {
            throw EngineError.of(
                            ErrorCode.EXECUTION_NOT_ACTIVE,
                            end,
                            "The handler has already %s execution %s; return from the handler without further calls on the task."
                                    .formatted(end, lease.claim().executionId()))
                    .toException();
        });
    }

    /**
     * Ends the task by a call. A call that fails leaves the task as it was, unless the answer says that the lease is
     * over.
     */
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
