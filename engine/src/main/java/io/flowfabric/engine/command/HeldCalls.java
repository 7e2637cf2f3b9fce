package io.flowfabric.engine.command;

import io.flowfabric.engine.store.HeldException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Retries calls that met a lock of another transaction, until they are answered or their deadlines pass. There is one
 * such transaction at a time, and none waits for a lock, so that these calls occupy nothing that others need. Safe for
 * use by any thread.
 *
 * <p>Usually it is known which calls are held. Where a lock ended the whole transaction it is not: the calls are tried
 * at once in sets of a quarter, and so on, until the ones that have to wait are alone; the sets grow again with every
 * transaction that commits.
 */
final class HeldCalls<C extends Weighed, A> {
    /** Tells the time on a monotonic clock, and runs a task after a pause on a thread that must not be blocked. */
    interface Timer {
        Timer OF_THE_PROCESS =
                (pause, task) -> CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                        .execute(task);

        void after(Duration pause, Runnable task);

        default long nanoTime() {
            return System.nanoTime();
        }
    }

    private final Batcher.Transaction<C, A> transaction;
    private final Timer timer;
    private final Consumer<List<BatchedCall<C, A>>> following;
    private final HeldLines<BatchedCall<C, A>> lines = new HeldLines<>();
    private OptionalLong scheduledAt = OptionalLong.empty();
    private boolean underWay;
    private int mostTogether = BatchRoom.MOST_CALLS;

    /** @param following takes back the calls that waited behind one which was answered */
    HeldCalls(Batcher.Transaction<C, A> transaction, Timer timer, Consumer<List<BatchedCall<C, A>>> following) {
        this.transaction = transaction;
        this.timer = timer;
        this.following = following;
    }

    synchronized int size() {
        return lines.size();
    }

    /** Puts a call behind a held one about the same subject; returns false when there is none. */
    synchronized boolean follow(BatchedCall<C, A> call) {
        return lines.follow(call.subject(), call);
    }

    /** Takes a call back; returns false when it is not here or its transaction has begun. */
    synchronized boolean withdraw(CompletableFuture<A> answer) {
        return !lines.remove(call -> call.answer() == answer).isEmpty();
    }

    /** Takes calls that are known to have to wait. */
    void hold(List<BatchedCall<C, A>> calls) {
        hold(calls, false);
    }

    /** Takes the calls of a transaction that a lock has ended. */
    void holdSpoiled(List<BatchedCall<C, A>> calls) {
        hold(calls, calls.size() > 1);
    }

    private void hold(List<BatchedCall<C, A>> calls, boolean spoiled) {
        synchronized (this) {
            if (spoiled) {
                mostTogether = Math.min(mostTogether, quarter(calls));
            }
            long now = timer.nanoTime();
            calls.forEach(call -> lines.hold(call.subject(), call, spoiled, now));
        }
        scheduleNext();
    }

    private static int quarter(List<?> calls) {
        return Math.max(1, calls.size() / 4);
    }

    /** Schedules the next call that is due, unless a transaction is under way: it does so when it ends. */
    private void scheduleNext() {
        long pause;
        synchronized (this) {
            var due = lines.nextDue();
            if (underWay
                    || due.isEmpty()
                    || scheduledAt.isPresent() && scheduledAt.getAsLong() - due.getAsLong() <= 0) {
                return;
            }
            scheduledAt = due;
            pause = Math.max(0, due.getAsLong() - timer.nanoTime());
        }
        timer.after(Duration.ofNanos(pause), this::tryAgain);
    }

    private void tryAgain() {
        List<BatchedCall<C, A>> late;
        List<BatchedCall<C, A>> batch;
        synchronized (this) {
            if (underWay) {
                return;
            }
            scheduledAt = OptionalLong.empty();
            late = lines.remove(call -> call.deadline().hasPassed());
            var room = new BatchRoom(mostTogether);
            batch = lines.begin(timer.nanoTime(), call -> room.takes(call.bytes()));
            underWay = !batch.isEmpty();
        }
        late.forEach(BatchedCall::giveUp);
        if (batch.isEmpty()) {
            scheduleNext();
            return;
        }
        Batcher.begin(transaction, batch, true).whenComplete((answers, failure) -> {
            try {
                if (failure == null) {
                    committed(batch, answers);
                } else {
                    rolledBack(batch, Batcher.cause(failure));
                }
            } catch (RuntimeException | Error broken) {
                giveUp(batch, broken);
            } finally {
                scheduleNext();
            }
        });
    }

    /** Fails a batch whose completion broke, as for want of memory, so that the other calls are still retried. */
    private void giveUp(List<BatchedCall<C, A>> batch, Throwable broken) {
        synchronized (this) {
            underWay = false;
            lines.forget(batch);
        }
        Batcher.fail(batch, broken);
    }

    private void committed(List<BatchedCall<C, A>> batch, List<Optional<A>> answers) {
        var behind = new ArrayList<BatchedCall<C, A>>();
        synchronized (this) {
            underWay = false;
            mostTogether = Math.min(mostTogether * 2, BatchRoom.MOST_CALLS);
            long now = timer.nanoTime();
            for (int i = 0; i < batch.size(); i++) {
                var subject = batch.get(i).subject();
                if (answers.get(i).isPresent()) {
                    behind.addAll(lines.answered(subject));
                } else {
                    lines.again(subject, false, now);
                }
            }
        }
        for (int i = 0; i < batch.size(); i++) {
            answers.get(i).ifPresent(batch.get(i).answer()::complete);
        }
        following.accept(behind);
    }

    private void rolledBack(List<BatchedCall<C, A>> batch, Throwable cause) {
        boolean ended = !(cause instanceof HeldException) && (batch.size() == 1 || !ItemFailures.isAboutAnItem(cause));
        var behind = new ArrayList<BatchedCall<C, A>>();
        synchronized (this) {
            underWay = false;
            mostTogether = quarter(batch);
            long now = timer.nanoTime();
            for (var call : batch) {
                if (ended) {
                    behind.addAll(lines.answered(call.subject()));
                } else {
                    lines.again(call.subject(), batch.size() > 1, now);
                }
            }
        }
        if (ended) {
            Batcher.fail(batch, cause);
        }
        following.accept(behind);
    }
}
