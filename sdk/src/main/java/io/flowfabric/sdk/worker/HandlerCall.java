package io.flowfabric.sdk.worker;

import io.flowfabric.engine.Engine;
import io.flowfabric.sdk.internal.lease.HeldLease;
import io.flowfabric.sdk.task.TaskFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the handler of a task and returns the outcome. */
final class HandlerCall {
    /** Logs under the name of {@link Worker}, which users know: these messages are about their handlers. */
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
    AttemptOutcome make(HeldLease lease) {
        var task = new ClaimedTask(engine, lease, reporter, handlers.codec());
        var handler = handlers.of(task.kind());
        if (handler.isEmpty()) {
            LOG.warn("There is no handler for kind {}", task.kind());
            return FailureMapping.noHandler(task.kind());
        }
        var outcome = run(handler.get(), task, lease);
        return task.isEnded() ? new AttemptOutcome.Reported() : outcome;
    }

    private AttemptOutcome run(Handlers.Work handler, ClaimedTask task, HeldLease lease) {
        lease.enterHandler();
        try {
            return new AttemptOutcome.Success(handler.on(task));
        } catch (Exception thrown) {
            log(task, thrown);
            return FailureMapping.of(handlers.translated(thrown));
        } catch (Error thrown) {
            LOG.error("The handler of kind {} failed", task.kind(), thrown);
            if (FailureMapping.isFatal(thrown)) {
                throw thrown;
            }
            return FailureMapping.of(thrown);
        } finally {
            lease.leaveHandler();
        }
    }

    private static void log(ClaimedTask task, Exception thrown) {
        if (thrown instanceof TaskFailure told) {
            // The handler chose this failure, so its own stack trace is of no interest; that of the cause may be.
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
