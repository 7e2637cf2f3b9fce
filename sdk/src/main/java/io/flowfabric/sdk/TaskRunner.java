package io.flowfabric.sdk;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Runs handlers and passes their outcomes on. The slot of a task is free as soon as its handler has ended; its result is
 * stored meanwhile, a failure by the same thread.
 */
final class TaskRunner {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);
    private static final String EXECUTION_ID = "execution_id";
    private static final String ATTEMPT = "attempt";

    /** A task that no handler has begun. */
    private record Unstarted(HeldLease lease, Runnable whenSettled) {}

    private final WorkerParts parts;
    private final Handlers handlers;
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
        this.handlers = handlers;
        this.reporter = reporter;
        this.completions = completions;
        this.counters = counters;
        this.running = new Semaphore(parts.settings().concurrency(), true);
    }

    /**
     * Takes over a lease and the slot that goes with it; {@link #runNext} is to follow on a thread of its own.
     *
     * @param whenSettled run once the outcome is stored, or cannot be
     */
    void add(HeldLease lease, Runnable whenSettled) {
        waiting.add(new Unstarted(lease, whenSettled));
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
    }

    /** Gives a task up that could not be begun; false when somebody has begun it. */
    boolean giveUp(HeldLease lease) {
        return waiting.removeIf(unstarted -> unstarted.lease() == lease);
    }

    private void run(Unstarted task) {
        if (parts.stop().isGiven()) {
            handBack(task);
            return;
        }
        boolean handedOver = false;
        try {
            handedOver = runInSlot(task.lease(), task.whenSettled());
        } finally {
            if (!handedOver) {
                task.whenSettled().run();
            }
        }
    }

    private void handBack(Unstarted task) {
        parts.slots().release(1);
        try {
            reporter.handBack(task.lease());
        } finally {
            task.whenSettled().run();
        }
    }

    /** Answers whether somebody else settles the outcome. */
    private boolean runInSlot(HeldLease lease, Runnable whenSettled) {
        MDC.put(EXECUTION_ID, lease.claim().executionId().toString());
        MDC.put(ATTEMPT, Integer.toString(lease.claim().attemptIndex()));
        try {
            var outcome = workInSlot(lease);
            if (outcome instanceof Outcome.Success success) {
                completions.add(new Completions.Finished(lease, success, whenSettled));
                return true;
            }
            report(lease, outcome);
            return false;
        } finally {
            MDC.remove(EXECUTION_ID);
            MDC.remove(ATTEMPT);
        }
    }

    private Outcome workInSlot(HeldLease lease) {
        counters.running.incrementAndGet();
        long begun = parts.clock().getAsLong();
        try {
            return work(lease);
        } finally {
            parts.pace().took(parts.clock().getAsLong() - begun);
            counters.running.decrementAndGet();
            parts.slots().release(1);
        }
    }

    private Outcome work(HeldLease lease) {
        var task = new ClaimedTask(parts.engine(), lease, handlers.codec());
        var handler = handlers.of(task.kind());
        if (handler.isEmpty()) {
            LOG.warn("There is no handler for kind {}", task.kind());
            return Failures.noHandler(task.kind());
        }
        lease.enterHandler();
        try {
            return new Outcome.Success(handler.get().on(task));
        } catch (Exception thrown) {
            LOG.warn("The handler of kind {} failed", task.kind(), thrown);
            return Failures.of(thrown);
        } catch (Error thrown) {
            LOG.error("The handler of kind {} failed", task.kind(), thrown);
            if (Failures.isFatal(thrown)) {
                throw thrown;
            }
            return Failures.of(thrown);
        } finally {
            lease.leaveHandler();
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
