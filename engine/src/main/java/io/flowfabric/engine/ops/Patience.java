package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Looks, and looks again whenever a bell rings, until there is something to see or the caller's time is over. */
final class Patience {
    static final long LONGEST_WAIT_MS = 30_000;

    /** How long a lost ring can go unnoticed. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(20);

    private final Duration lookAgain;
    private final WaitingRoom room = new WaitingRoom();
    private volatile boolean closed;

    Patience() {
        this(LOOK_AGAIN);
    }

    Patience(Duration lookAgain) {
        this.lookAgain = lookAgain;
    }

    /** Waits with the calling thread, but without a connection. An interrupted thread stops waiting. */
    <T> T await(Vigil<T> vigil) {
        try {
            return steps(vigil);
        } finally {
            vigil.end();
        }
    }

    private <T> T steps(Vigil<T> vigil) {
        while (true) {
            var answer = vigil.step(closed);
            if (answer.isPresent()) {
                return answer.get();
            }
            try {
                vigil.bell().awaitBeyond(vigil.seen(), vigil.next());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return vigil.nothing();
            }
        }
    }

    /**
     * Waits without a thread. The first step is taken on the calling thread.
     *
     * @param unwanted gets an answer that nobody takes, because the call was cancelled while it was found
     */
    <T> CompletableFuture<T> park(Vigil<T> vigil, Consumer<T> unwanted) {
        var waiter = new Waiter<>(vigil, unwanted);
        waiter.answer().whenComplete((answer, failure) -> vigil.end());
        if (!waiter.step(closed)) {
            room.admit(waiter);
        }
        return waiter.answer();
    }

    /** Looks until what was seen will do; the last look is the answer. */
    <T> Vigil<T> until(Predicate<T> satisfied, long maxWaitMs, Doorbell bell, Supplier<T> look) {
        return until(satisfied, maxWaitMs, bell, look, any -> lookAgain);
    }

    /**
     * As above, for something that also comes with time.
     *
     * @param wait how long after a look the next one is due, should the bell not ring
     */
    <T> Vigil<T> until(
            Predicate<T> satisfied, long maxWaitMs, Doorbell bell, Supplier<T> look, Function<T, Duration> wait) {
        check(maxWaitMs);
        Function<T, Duration> soonEnough = seen -> shorter(lookAgain, wait.apply(seen));
        return new Glances<>(new Glances.Look<>(look, satisfied, soonEnough), bell, maxWaitMs);
    }

    /** As above, for something that many look for again and again. */
    <T> Vigil<T> until(Lookout<T> lookout, long maxWaitMs, Doorbell bell) {
        check(maxWaitMs);
        return new SharedVigil<>(lookout, bell, maxWaitMs, lookAgain);
    }

    /** For executions whose end is waited for; {@code settled} finds out which have ended or are gone. */
    EndWatch ends(Doorbell bell, Function<Collection<ExecutionId>, Set<ExecutionId>> settled) {
        return new EndWatch(bell, lookAgain, settled);
    }

    /** Nobody waits any longer from now on; the bells must be rung afterwards. */
    void close() {
        closed = true;
        room.close();
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

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
