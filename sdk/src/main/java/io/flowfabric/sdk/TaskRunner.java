package io.flowfabric.sdk;

import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Runs handlers and passes their outcomes on. The slot of a task is free as soon as its handler has ended; its outcome is
 * stored meanwhile, and as many of these may be under way as there are slots.
 */
final class TaskRunner {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);
    private static final String EXECUTION_ID = "execution_id";
    private static final String ATTEMPT = "attempt";

    private final WorkerParts parts;
    private final Handlers handlers;
    private final OutcomeReporter reporter;
    private final Counters counters;
    private final Semaphore outcomes;

    TaskRunner(WorkerParts parts, Handlers handlers, OutcomeReporter reporter, Counters counters) {
        this.parts = parts;
        this.handlers = handlers;
        this.reporter = reporter;
        this.counters = counters;
        this.outcomes = new Semaphore(parts.settings().concurrency());
    }

    /** Works on one task from its start to the end of its outcome. Takes over one slot and gives it back. */
    void run(HeldLease lease) {
        if (parts.stop().isGiven()) {
            parts.slots().release(1);
            reporter.handBack(lease);
            return;
        }
        MDC.put(EXECUTION_ID, lease.claim().executionId().toString());
        MDC.put(ATTEMPT, Integer.toString(lease.claim().attemptIndex()));
        try {
            var outcome = workInSlot(lease);
            try {
                report(lease, outcome);
            } finally {
                outcomes.release();
            }
        } finally {
            MDC.remove(EXECUTION_ID);
            MDC.remove(ATTEMPT);
        }
    }

    private Outcome workInSlot(HeldLease lease) {
        counters.running.incrementAndGet();
        try {
            var outcome = work(lease);
            outcomes.acquireUninterruptibly();
            return outcome;
        } finally {
            counters.running.decrementAndGet();
            parts.slots().release(1);
        }
    }

    private Outcome work(HeldLease lease) {
        var task = new ClaimedTask(parts.engine(), lease);
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

    private void report(HeldLease lease, Outcome outcome) {
        if (lease.isOwned()) {
            reporter.report(lease, outcome);
        } else {
            LOG.warn(
                    "The outcome of execution {} is dropped, since this worker no longer owns it",
                    lease.claim().executionId());
        }
    }
}
