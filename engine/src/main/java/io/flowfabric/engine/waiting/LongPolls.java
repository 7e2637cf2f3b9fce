package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.engine.store.wakeup.ThreadWait;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
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

/**
 * Carries out long polls: steps after every wake-up, until there is an answer or the deadline of the caller has passed.
 */
public final class LongPolls {
    public static final long LONGEST_WAIT_MS = Limits.WAIT_MS;

    private static final Duration LONGEST_WAIT = Duration.ofMillis(LONGEST_WAIT_MS);

    private static final int ALL_PERMITS = Integer.MAX_VALUE;

    private final FallbackPoll fallbackPoll;
    private final ParkedCalls parkedCalls;

    /** Every call that polls or waits holds one. */
    private final Semaphore permits = new Semaphore(ALL_PERMITS);

    private volatile boolean dismissed;

    /** @param fallbackPoll notices after a while that a wake-up was lost */
    public LongPolls(FallbackPoll fallbackPoll) {
        this(fallbackPoll, new ParkedThreads());
    }

    /** As above, with other threads for parked calls. */
    LongPolls(FallbackPoll fallbackPoll, ParkedCalls.PollThreads threads) {
        this.fallbackPoll = fallbackPoll;
        this.parkedCalls = new ParkedCalls(threads);
    }

    /** Waits with the calling thread, but without a connection. An interrupted thread stops waiting. */
    public <T> T await(LongPoll<T> longPoll) {
        permits.acquireUninterruptibly();
        try {
            return dismissed ? withoutWaiting(longPoll) : steps(longPoll);
        } finally {
            longPoll.end();
            permits.release();
        }
    }

    /** The answer to a call that came too late to wait; it is refused when there is nothing yet. */
    private static <T> T withoutWaiting(LongPoll<T> longPoll) {
        return longPoll.step(false)
                .orElseThrow(() -> new UnavailableException(
                        "waiting",
                        "This engine is shutting down, and there is nothing to answer yet. Call another engine, or call again"
                                + " with a max_wait_ms of 0."));
    }

    private <T> T steps(LongPoll<T> longPoll) {
        try (var wait = new ThreadWait(longPoll.wakeUps())) {
            return steps(longPoll, wait);
        }
    }

    private <T> T steps(LongPoll<T> longPoll, ThreadWait wait) {
        while (true) {
            boolean last = dismissed;
            var answer = longPoll.step(last);
            if (answer.isPresent()) {
                return answer.get();
            }
            try {
                // A dismissal during the step may have rung before this thread was registered.
                if (last == dismissed) {
                    wait.awaitBeyond(longPoll.seen(), longPoll.next());
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return longPoll.nothing();
            }
        }
    }

    /**
     * Waits without a thread. The first step is taken on the calling thread.
     *
     * @param unwanted gets an answer that was found while the call was being cancelled
     */
    public <T> CompletableFuture<T> park(LongPoll<T> longPoll, Consumer<T> unwanted) {
        if (dismissed) {
            return CompletableFuture.completedFuture(await(longPoll));
        }
        permits.acquireUninterruptibly();
        var parkedCall = new ParkedCall<>(longPoll, unwanted);
        parkedCall.answer().whenComplete((answer, failure) -> {
            longPoll.end();
            permits.release();
        });
        if (!parkedCall.step(false)) {
            parkedCalls.admit(parkedCall);
        }
        return parkedCall.answer();
    }

    /** Polls until an answer satisfies; the last one is returned. */
    public <T> LongPoll<T> until(Predicate<T> satisfied, long maxWaitMs, WakeUpSource wakeUps, Supplier<T> query) {
        return until(satisfied, maxWaitMs, wakeUps, query, any -> LONGEST_WAIT);
    }

    /**
     * As above, for something that may also appear as time passes.
     *
     * @param wait how long after a poll the next one is due if no wake-up comes
     */
    public <T> LongPoll<T> until(
            Predicate<T> satisfied,
            long maxWaitMs,
            WakeUpSource wakeUps,
            Supplier<T> query,
            Function<T, Duration> wait) {
        check(maxWaitMs);
        return new RepeatingLongPoll<>(
                new RepeatingLongPoll.RepeatedQuery<>(query, satisfied, wait), wakeUps, fallbackPoll, maxWaitMs);
    }

    /** As above, for a source that many calls poll. */
    public <T> LongPoll<T> until(PollSource<T> source, long maxWaitMs, WakeUpSource wakeUps) {
        check(maxWaitMs);
        return new CoalescedLongPoll<>(source, wakeUps, maxWaitMs, fallbackPoll);
    }

    /** For executions whose end is waited for; {@code settled} finds out which have ended or are gone. */
    public ResultWatcher ends(Doorbell doorbell, Function<Collection<ExecutionId>, Set<ExecutionId>> settled) {
        return new ResultWatcher(doorbell, fallbackPoll, settled);
    }

    /**
     * Ends all waiting: waiting calls are answered with what they have found so far, and a new call is refused unless
     * it has an answer at once. The doorbells must be rung afterwards.
     */
    public void dismiss() {
        dismissed = true;
        parkedCalls.dismiss();
    }

    /** Whether waiting has ended. */
    public boolean isDismissed() {
        return dismissed;
    }

    /**
     * Waits after the dismissal until all calls are answered; false if the deadline came first or the thread was
     * interrupted.
     */
    public boolean awaitAllAnswered(Deadline deadline) {
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

    /** Dismisses all calls and ends the threads of parked ones. */
    public void close() {
        dismissed = true;
        parkedCalls.close();
    }

    /** Refuses a wait that is negative or too long. */
    public static void check(long maxWaitMs) {
        if (maxWaitMs < 0 || maxWaitMs > LONGEST_WAIT_MS) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "max_wait_ms: " + maxWaitMs,
                            "One call waits 0 to %d milliseconds; to wait longer, call again."
                                    .formatted(LONGEST_WAIT_MS))
                    .toException();
        }
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
