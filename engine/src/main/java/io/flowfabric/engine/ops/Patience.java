package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Limits;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Looks, and looks again whenever a bell rings, until there is something to see or the caller's time is over. */
final class Patience {
    static final long LONGEST_WAIT_MS = Limits.WAIT_MS;

    private static final int ALL_PERMITS = Integer.MAX_VALUE;

    private final Duration lookAgain;
    private final WaitingRoom room;

    /** Every call that looks or waits holds one. */
    private final Semaphore permits = new Semaphore(ALL_PERMITS);

    private volatile boolean dismissed;

    /** @param lookAgain how long a lost ring can go unnoticed */
    Patience(Duration lookAgain) {
        this(lookAgain, new ParkedThreads());
    }

    /** As above, with other threads for those who wait without one. */
    Patience(Duration lookAgain, WaitingRoom.LookThreads threads) {
        this.lookAgain = lookAgain;
        this.room = new WaitingRoom(threads);
    }

    /** Waits with the calling thread, but without a connection. An interrupted thread stops waiting. */
    <T> T await(Vigil<T> vigil) {
        permits.acquireUninterruptibly();
        try {
            return dismissed ? withoutWaiting(vigil) : steps(vigil);
        } finally {
            vigil.end();
            permits.release();
        }
    }

    /** The answer to a call that came too late to wait; it is refused when there is nothing yet. */
    private static <T> T withoutWaiting(Vigil<T> vigil) {
        return vigil.step(false)
                .orElseThrow(() -> new UnavailableException(
                        "waiting",
                        "This engine is shutting down, and there is nothing to answer yet. Ask another, or ask again"
                                + " with a max_wait_ms of 0."));
    }

    private <T> T steps(Vigil<T> vigil) {
        while (true) {
            boolean last = dismissed;
            var answer = vigil.step(last);
            if (answer.isPresent()) {
                return answer.get();
            }
            try {
                // Whoever was dismissed during the step may have heard the ring before the step began to listen.
                if (last == dismissed) {
                    vigil.bell().awaitBeyond(vigil.seen(), vigil.next());
                }
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
        if (dismissed) {
            return CompletableFuture.completedFuture(await(vigil));
        }
        permits.acquireUninterruptibly();
        var waiter = new Waiter<>(vigil, unwanted);
        waiter.answer().whenComplete((answer, failure) -> {
            vigil.end();
            permits.release();
        });
        if (!waiter.step(false)) {
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

    /**
     * Nobody waits any longer from now on: those who do are answered with what they have seen, and whoever comes is refused
     * unless there is an answer already. The bells must be rung afterwards.
     */
    void dismiss() {
        dismissed = true;
        room.dismiss();
    }

    /** Whether nobody waits any longer. */
    boolean isDismissed() {
        return dismissed;
    }

    /** After the dismissal, whether everybody was answered by a moment; an interrupted thread stops waiting for it. */
    boolean awaitNobody(Deadline deadline) {
        try {
            if (permits.tryAcquire(ALL_PERMITS, deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                permits.release(ALL_PERMITS);
                return true;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** Dismisses everybody and ends the threads by which they waited. */
    void close() {
        dismissed = true;
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

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
