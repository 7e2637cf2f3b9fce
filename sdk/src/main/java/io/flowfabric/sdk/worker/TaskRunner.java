package io.flowfabric.sdk.worker;

import io.flowfabric.model.Times;
import io.flowfabric.sdk.internal.LogContext;
import io.flowfabric.sdk.internal.lease.HeldLease;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs handlers and passes their outcomes on. The slot of a task is free as soon as its handler has ended; its result
 * is stored by another thread, a failure by the same one.
 */
final class TaskRunner {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);

    /** The delay of a task that a server sent although the claim excluded its kind. */
    private static final Duration LATER = Duration.ofSeconds(1);

    private final WorkerParts parts;
    private final HandlerCall handlers;
    private final OutcomeReporter reporter;
    private final Completions completions;
    private final WorkerCounters counters;

    private final Queue<QueuedTask> waiting = new ConcurrentLinkedQueue<>();

    /** Virtual threads are one per task, so this bounds the handlers. */
    private final Semaphore running;

    TaskRunner(
            WorkerParts parts,
            Handlers handlers,
            OutcomeReporter reporter,
            Completions completions,
            WorkerCounters counters) {
        this.parts = parts;
        this.handlers = new HandlerCall(parts.engine(), handlers, reporter);
        this.reporter = reporter;
        this.completions = completions;
        this.counters = counters;
        this.running = new Semaphore(parts.settings().concurrency(), true);
    }

    /** Accepts a task with its slot; the caller then runs {@link #runNext} on a thread of its own. */
    void add(QueuedTask task) {
        waiting.add(task);
    }

    /** Works on the task that has waited longest, if there is one. */
    void runNext() {
        running.acquireUninterruptibly();
        try {
            var next = waiting.poll();
            if (next != null) {
                run(next);
            }
        } finally {
            running.release();
        }
    }

    /** Hands back every task that no handler has begun, for any worker to claim at once. */
    void handBackUnstarted(Executor threads) {
        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
            var unstarted = next;
            threads.execute(() -> handBack(unstarted));
        }
        parts.limits().drain().forEach(unstarted -> threads.execute(() -> handBackWithoutSlot(unstarted)));
    }

    /** Drops a task that could not be started; false when a thread has started it already. */
    boolean giveUp(HeldLease lease) {
        return waiting.removeIf(unstarted -> unstarted.lease() == lease);
    }

    private void run(QueuedTask task) {
        if (parts.stop().isGiven()) {
            handBack(task);
        } else if (parts.limits().admit(task)) {
            runWithQueued(task);
        } else {
            parts.slots().release(1);
        }
    }

    /** Runs a task, and then those of its kind that waited for it. */
    private void runWithQueued(QueuedTask first) {
        var next = Optional.of(first);
        try {
            while (next.isPresent()) {
                runOwned(next.get());
                next = parts.limits().leave(first.kind());
                next.ifPresent(heir -> parts.slots().takeAnyway());
            }
        } catch (RuntimeException | Error broken) {
            // The process is in doubt; tasks that waited are better run by another worker.
            for (var heir = parts.limits().leave(first.kind());
                    heir.isPresent();
                    heir = parts.limits().leave(first.kind())) {
                handBackWithoutSlot(heir.get());
            }
            throw broken;
        }
    }

    private void runOwned(QueuedTask task) {
        if (parts.stop().isGiven()) {
            handBack(task);
            return;
        }
        task.begin();
        if (task.lease().isOwned()) {
            runUntilSettled(task);
        } else {
            LOG.debug(
                    "The lease on execution {} was lost before its task began",
                    task.lease().claim().executionId());
            free(task.kind());
            task.settle();
        }
    }

    private void runUntilSettled(QueuedTask task) {
        boolean handedOver = false;
        try {
            handedOver = runInSlot(task.lease(), task::settle);
        } finally {
            if (!handedOver) {
                task.settle();
            }
        }
    }

    private void handBack(QueuedTask task) {
        parts.slots().release(1);
        handBackWithoutSlot(task);
    }

    private void handBackWithoutSlot(QueuedTask task) {
        parts.limits().free(task.kind());
        handBack(task, 0);
    }

    /** Hands back a task for which there is no room here, and which has a slot but no slot of its kind. */
    void putOff(QueuedTask task) {
        parts.slots().release(1);
        handBack(task, Times.plus(task.lease().storeTimeMs(), LATER.toMillis()));
    }

    /** A task no longer takes up a slot, nor one of its kind. */
    void free(String kind) {
        parts.slots().release(1);
        parts.limits().free(kind);
    }

    private void handBack(QueuedTask task, long untilMs) {
        try {
            reporter.handBack(task.lease(), untilMs);
        } finally {
            task.settle();
        }
    }

    /** Answers whether another thread settles the outcome. */
    private boolean runInSlot(HeldLease lease, Runnable whenSettled) {
        LogContext.enter(lease.claim(), parts.settings().identity().instanceId());
        try {
            var outcome = workInSlot(lease);
            if (outcome instanceof AttemptOutcome.Success success) {
                completions.add(new Completions.Finished(lease, success, whenSettled));
                return true;
            }
            if (outcome instanceof AttemptOutcome.Failure failure) {
                report(lease, failure);
            }
            return false;
        } finally {
            LogContext.leave();
        }
    }

    private AttemptOutcome workInSlot(HeldLease lease) {
        counters.running.incrementAndGet();
        long begun = parts.clock().getAsLong();
        try {
            return handlers.make(lease);
        } finally {
            long took = parts.clock().getAsLong() - begun;
            parts.prefetch().took(took);
            parts.limits().took(lease.claim().executionKind(), took);
            counters.running.decrementAndGet();
            free(lease.claim().executionKind());
        }
    }

    /** Reports an outcome on its own, or drops it when the lease is lost. */
    void report(HeldLease lease, AttemptOutcome outcome) {
        if (lease.isOwned()) {
            reporter.report(lease, outcome);
        } else {
            LOG.warn(
                    "The outcome of execution {} is dropped, since this worker no longer owns it",
                    lease.claim().executionId());
        }
    }
}
