package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** A call that is parked: it takes a step when it is called up, and is over when it was answered or cancelled. */
final class Waiter<T> {
    private final Vigil<T> vigil;
    private final Consumer<T> unwanted;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /** Called up and not yet looking; to call it up again would tell it nothing new. */
    private final AtomicBoolean calledUp = new AtomicBoolean();

    private final Object alarmLock = new Object();
    private Optional<Alarm> alarm = Optional.empty();

    private record Alarm(Deadline at, Future<?> task) {}

    Waiter(Vigil<T> vigil, Consumer<T> unwanted) {
        this.vigil = vigil;
        this.unwanted = unwanted;
    }

    CompletableFuture<T> answer() {
        return answer;
    }

    Doorbell bell() {
        return vigil.bell();
    }

    /** Whether it has to be called up for what rang. Answers true once until its next step begins. */
    boolean callUp() {
        return calledUp.compareAndSet(false, true);
    }

    /** Looks if there is reason to; answers whether it is over. */
    synchronized boolean step(boolean closing) {
        calledUp.set(false);
        if (answer.isDone()) {
            return true;
        }
        try {
            vigil.step(closing).ifPresent(found -> {
                if (!answer.complete(found)) {
                    unwanted.accept(found);
                }
            });
        } catch (RuntimeException | Error failed) {
            answer.completeExceptionally(failed);
        }
        return answer.isDone();
    }

    synchronized boolean hasNews() {
        return vigil.bell().position() > vigil.seen();
    }

    /**
     * Has itself called up at its next step. An alarm that is set and earlier will do, unless its moment has passed: it may be
     * what called up the step that has just ended, and not be over yet. It ends with the call.
     */
    void setAlarm(Function<Deadline, Future<?>> clock) {
        var at = next();
        synchronized (alarmLock) {
            if (answer.isDone()
                    || alarm.filter(set -> !set.at().hasPassed() && set.at().orEarlier(at) == set.at())
                            .isPresent()) {
                return;
            }
            alarm.ifPresent(set -> set.task().cancel(false));
            alarm = Optional.of(new Alarm(at, clock.apply(at)));
        }
    }

    /** Does not wait for a step under way: whoever cancels the call has other things to do. */
    void forgetAlarm() {
        synchronized (alarmLock) {
            alarm.ifPresent(set -> set.task().cancel(false));
            alarm = Optional.empty();
        }
    }

    private synchronized Deadline next() {
        return vigil.next();
    }
}
