package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** A call that waits without a thread: it takes a step when one is scheduled, until it is answered or cancelled. */
final class ParkedCall<T> {
    private final LongPoll<T> longPoll;
    private final Consumer<T> unwanted;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /** A step is scheduled and has not begun; another would find nothing new. */
    private final AtomicBoolean scheduled = new AtomicBoolean();

    private final Object timerLock = new Object();
    private Optional<StepTimer> timer = Optional.empty();

    private record StepTimer(Deadline at, Future<?> task) {}

    ParkedCall(LongPoll<T> longPoll, Consumer<T> unwanted) {
        this.longPoll = longPoll;
        this.unwanted = unwanted;
    }

    CompletableFuture<T> answer() {
        return answer;
    }

    WakeUpSource bell() {
        return longPoll.wakeUps();
    }

    /** Whether the caller has to run a step. Returns true once until the next step begins. */
    boolean schedule() {
        return scheduled.compareAndSet(false, true);
    }

    /** Polls if there is reason to; returns whether the call has ended. */
    synchronized boolean step(boolean closing) {
        scheduled.set(false);
        if (answer.isDone()) {
            return true;
        }
        try {
            longPoll.step(closing).ifPresent(found -> {
                if (!answer.complete(found)) {
                    unwanted.accept(found);
                }
            });
        } catch (RuntimeException | Error failed) {
            answer.completeExceptionally(failed);
        }
        return answer.isDone();
    }

    synchronized boolean isWoken() {
        return longPoll.wakeUps().hasRungSince(longPoll.seen());
    }

    /**
     * Sets a timer for the next step. A timer that is set and earlier is kept, unless its time has passed: it may be
     * the one that caused the step which has just ended. The timer ends with the call.
     */
    void setTimer(Function<Deadline, Future<?>> clock) {
        var at = next();
        synchronized (timerLock) {
            if (answer.isDone()
                    || timer.filter(set -> !set.at().hasPassed() && set.at().orEarlier(at) == set.at())
                            .isPresent()) {
                return;
            }
            timer.ifPresent(set -> set.task().cancel(false));
            timer = Optional.of(new StepTimer(at, clock.apply(at)));
        }
    }

    /** Does not wait for a step under way, so that cancelling a call does not block. */
    void cancelTimer() {
        synchronized (timerLock) {
            timer.ifPresent(set -> set.task().cancel(false));
            timer = Optional.empty();
        }
    }

    private synchronized Deadline next() {
        return longPoll.next();
    }
}
