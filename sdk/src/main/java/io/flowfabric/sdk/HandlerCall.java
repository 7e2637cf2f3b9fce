package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the handler of a task and answers what became of it. */
final class HandlerCall {
    /** By the name that users know: what they read here is about their own code. */
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    private final Engine engine;
    private final Handlers handlers;
    private final OutcomeReporter reporter;

    HandlerCall(Engine engine, Handlers handlers, OutcomeReporter reporter) {
        this.engine = engine;
        this.handlers = handlers;
        this.reporter = reporter;
    }

    /** Throws only errors after which the process itself is in doubt. */
    Outcome make(HeldLease lease) {
        var task = new ClaimedTask(engine, lease, reporter, handlers.codec());
        var handler = handlers.of(task.kind());
        if (handler.isEmpty()) {
            LOG.warn("There is no handler for kind {}", task.kind());
            return Failures.noHandler(task.kind());
        }
        var outcome = run(handler.get(), task, lease);
        return task.isEnded() ? new Outcome.Told() : outcome;
    }

    private Outcome run(Handlers.Work handler, ClaimedTask task, HeldLease lease) {
        lease.enterHandler();
        try {
            return new Outcome.Success(handler.on(task));
        } catch (Exception thrown) {
            log(task, thrown);
            return Failures.of(handlers.translated(thrown));
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

    private static void log(ClaimedTask task, Exception thrown) {
        if (thrown instanceof TaskFailure told) {
            // The handler says what is wrong, and where it says so is of no interest; what led to it may be.
            LOG.warn(
                    "Attempt {} of kind {} failed: {} ({})",
                    task.attemptIndex(),
                    task.kind(),
                    told.getMessage(),
                    told.category(),
                    told.getCause());
        } else {
            LOG.warn("The handler of kind {} failed", task.kind(), thrown);
        }
    }
}
