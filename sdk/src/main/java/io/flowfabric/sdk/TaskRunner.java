package io.flowfabric.sdk;

import io.flowfabric.model.Times;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs handlers and passes their outcomes on. The slot of a task is free as soon as its handler has ended; its result is
 * stored meanwhile, a failure by the same thread.
 */
final class TaskRunner {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);

    /** How long a task is put off that a server handed out although its kind was left out of the claim. */
    private static final Duration LATER = Duration.ofSeconds(1);

    private final WorkerParts parts;
    private final HandlerCall handlers;
    private final OutcomeReporter reporter;
    private final Completions completions;
    private final Counters counters;

    private final Queue<Unstarted> waiting = new ConcurrentLinkedQueue<>();

    /** Where threads cost nothing there is one for each task, and this is what bounds the handlers. */
    private final Semaphore running;

    TaskRunner(
            WorkerParts parts,
            Handlers handlers,
            OutcomeReporter reporter,
            Completions completions,
            Counters counters) {
        this.parts = parts;
        this.handlers = new HandlerCall(parts.engine(), handlers, reporter);
        this.reporter = reporter;
        this.completions = completions;
        this.counters = counters;
        this.running = new Semaphore(parts.settings().concurrency(), true);
    }

    /** Takes over a task and the slot that goes with it; {@link #runNext} is to follow on a thread of its own. */
    void add(Unstarted task) {
        waiting.add(task);
    }

    /** Works on the task that has waited for longest, if there is one. */
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

    /** Gives back every task that no handler has begun, for any worker to claim at once. */
    void handBackUnstarted(Executor threads) {
        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
            var unstarted = next;
            threads.execute(() -> handBack(unstarted));
        }
        parts.limits().drain().forEach(unstarted -> threads.execute(() -> handBackWithoutSlot(unstarted)));
    }

    /** Gives a task up that could not be begun; false when somebody has begun it. */
    boolean giveUp(HeldLease lease) {
        return waiting.removeIf(unstarted -> unstarted.lease() == lease);
    }

    private void run(Unstarted task) {
        if (parts.stop().isGiven()) {
            handBack(task);
        } else if (parts.limits().admit(task)) {
            runWithHeirs(task);
        } else {
            parts.slots().release(1);
        }
    }

    /** Runs a task, and then those of its kind that waited for its place. */
    private void runWithHeirs(Unstarted first) {
        var next = Optional.of(first);
        try {
            while (next.isPresent()) {
                runOwned(next.get());
                next = parts.limits().leave(first.kind());
                next.ifPresent(heir -> parts.slots().takeAnyway());
            }
        } catch (RuntimeException | Error broken) {
            // The process is in doubt; who waited for the place is better off elsewhere.
            for (var heir = parts.limits().leave(first.kind());
                    heir.isPresent();
                    heir = parts.limits().leave(first.kind())) {
                handBackWithoutSlot(heir.get());
            }
            throw broken;
        }
    }

    private void runOwned(Unstarted task) {
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

    private void runUntilSettled(Unstarted task) {
        boolean handedOver = false;
        try {
            handedOver = runInSlot(task.lease(), task::settle);
        } finally {
            if (!handedOver) {
                task.settle();
            }
        }
    }

    private void handBack(Unstarted task) {
        parts.slots().release(1);
        handBackWithoutSlot(task);
    }

    private void handBackWithoutSlot(Unstarted task) {
        parts.limits().free(task.kind());
        handBack(task, 0);
    }

    /** Gives a task back for which there is no room here, and which took a slot but no room. */
    void putOff(Unstarted task) {
        parts.slots().release(1);
        handBack(task, Times.plus(task.lease().storeTimeMs(), LATER.toMillis()));
    }

    /** A task no longer takes up a slot, nor the room of its kind. */
    void free(String kind) {
        parts.slots().release(1);
        parts.limits().free(kind);
    }

    private void handBack(Unstarted task, long untilMs) {
        try {
            reporter.handBack(task.lease(), untilMs);
        } finally {
            task.settle();
        }
    }

    /** Answers whether somebody else settles the outcome. */
    private boolean runInSlot(HeldLease lease, Runnable whenSettled) {
        LogContext.enter(lease.claim(), parts.settings().identity().instanceId());
        try {
            var outcome = workInSlot(lease);
            if (outcome instanceof Outcome.Success success) {
                completions.add(new Completions.Finished(lease, success, whenSettled));
                return true;
            }
            if (outcome instanceof Outcome.Failure failure) {
                report(lease, failure);
            }
            return false;
        } finally {
            LogContext.leave();
        }
    }

    private Outcome workInSlot(HeldLease lease) {
        counters.running.incrementAndGet();
        long begun = parts.clock().getAsLong();
        try {
            return handlers.make(lease);
        } finally {
            long took = parts.clock().getAsLong() - begun;
            parts.pace().took(took);
            parts.limits().took(lease.claim().executionKind(), took);
            counters.running.decrementAndGet();
            free(lease.claim().executionKind());
        }
    }

    /** Reports an outcome on its own, or drops it when the lease is lost. */
    void report(HeldLease lease, Outcome outcome) {
        if (lease.isOwned()) {
            reporter.report(lease, outcome);
        } else {
            LOG.warn(
                    "The outcome of execution {} is dropped, since this worker no longer owns it",
                    lease.claim().executionId());
        }
    }
}
