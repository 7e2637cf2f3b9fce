package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.Lookout.Sight;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Looks, and looks again whenever a bell rings, until there is something to see or the caller's time is over. */
final class Patience {
    static final long LONGEST_WAIT_MS = 30_000;

    /** How long a lost ring can go unnoticed. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(20);

    private final Duration lookAgain;
    private volatile boolean closed;

    Patience() {
        this(LOOK_AGAIN);
    }

    Patience(Duration lookAgain) {
        this.lookAgain = lookAgain;
    }

    /** What the last look saw. Holds no connection while it waits. An interrupted thread stops waiting. */
    <T> T until(Predicate<T> satisfied, long maxWaitMs, Doorbell bell, Supplier<T> look) {
        return until(satisfied, maxWaitMs, bell, look, any -> lookAgain);
    }

    /**
     * As above, for something that also comes with time.
     *
     * @param wait how long after a look the next one is due, should the bell not ring
     */
    <T> T until(Predicate<T> satisfied, long maxWaitMs, Doorbell bell, Supplier<T> look, Function<T, Duration> wait) {
        check(maxWaitMs);
        var patience = Deadline.in(Duration.ofMillis(maxWaitMs));
        while (true) {
            long seen = bell.position();
            T answer = look.get();
            if (satisfied.test(answer) || patience.hasPassed() || closed) {
                return answer;
            }
            try {
                bell.awaitBeyond(
                        seen, patience.orEarlier(Deadline.in(lookAgain)).orEarlier(Deadline.in(wait.apply(answer))));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return answer;
            }
        }
    }

    /**
     * As above, for something that many look for again and again: whoever is ready to wait begins with what the last one
     * saw, and nobody looks for nothing but because time has passed. A caller who does not wait always looks.
     */
    <T> T until(Lookout<T> lookout, long maxWaitMs, Doorbell bell) {
        check(maxWaitMs);
        var patience = Deadline.in(Duration.ofMillis(maxWaitMs));
        var sight = maxWaitMs == 0 ? Optional.<Sight>empty() : lookout.lastSight();
        while (true) {
            if (sight.isEmpty()) {
                long position = bell.position();
                T seen = lookout.look();
                sight = Optional.of(new Sight(position, Deadline.in(lookAgain)));
                if (lookout.isAll(seen)) {
                    lookout.keep(sight.get());
                }
                if (lookout.isFound(seen) || closed || patience.hasPassed()) {
                    return seen;
                }
            }
            try {
                sight = sightAfter(sight.get(), lookout, patience, bell);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return lookout.nothing();
            }
            if (sight.isPresent() && (closed || patience.hasPassed())) {
                return lookout.nothing();
            }
        }
    }

    /** Waits; answers what is known then, or nothing when it is time for a look. */
    private <T> Optional<Sight> sightAfter(Sight before, Lookout<T> lookout, Deadline patience, Doorbell bell)
            throws InterruptedException {
        if (bell.awaitBeyond(before.position(), patience.orEarlier(before.again())) && !closed) {
            return Optional.empty();
        }
        if (closed || !before.again().hasPassed()) {
            return Optional.of(before);
        }
        long position = bell.position();
        if (lookout.isWorthALook()) {
            return Optional.empty();
        }
        var sight = new Sight(position, Deadline.in(lookAgain));
        lookout.keep(sight);
        return Optional.of(sight);
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
