package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Looks, and looks again whenever a bell rings, until there is something to see or the caller's time is over. */
final class Patience {
    private static final long LONGEST_WAIT_MS = 30_000;

    /** How long a lost ring can go unnoticed. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private volatile boolean closed;

    /** What the last look saw. Holds no connection while it waits. An interrupted thread stops waiting. */
    <T> T until(Predicate<T> satisfied, long maxWaitMs, Doorbell bell, Supplier<T> look) {
        check(maxWaitMs);
        var patience = Deadline.in(Duration.ofMillis(maxWaitMs));
        while (true) {
            long seen = bell.position();
            T answer = look.get();
            if (satisfied.test(answer) || patience.hasPassed() || closed) {
                return answer;
            }
            try {
                bell.awaitBeyond(seen, patience.orEarlier(Deadline.in(LOOK_AGAIN)));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return answer;
            }
        }
    }

    /** Nobody waits any longer from now on; the bells must be rung afterwards. */
    void close() {
        closed = true;
    }

    /** Refuses a wait that is negative or too long. */
    static void check(long maxWaitMs) {
        if (maxWaitMs < 0 || maxWaitMs > LONGEST_WAIT_MS) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "max_wait_ms: " + maxWaitMs,
                            "One call waits 0 to %d milliseconds; ask again for more.".formatted(LONGEST_WAIT_MS))
                    .toException();
        }
    }
}
