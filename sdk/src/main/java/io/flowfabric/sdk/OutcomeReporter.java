package io.flowfabric.sdk;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorKind;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.op.CancelRequest;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.FailOutcome;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.policy.FailureClass;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the engine what became of attempts. A call without an answer is repeated while the lease lasts, which is safe:
 * the engine recognises an outcome that it has already stored.
 */
final class OutcomeReporter {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomeReporter.class);

    private static final Set<ErrorKind> WITHOUT_ANSWER =
            EnumSet.of(ErrorKind.TRANSPORT, ErrorKind.TIMEOUT, ErrorKind.RESOURCE_EXHAUSTED);

    private final Engine engine;
    private final Counters counters;
    private final StopSignal abandon;

    /**
     * A reporter on an engine.
     *
     * @param abandon given when nobody waits for outcomes any longer
     */
    OutcomeReporter(Engine engine, Counters counters, StopSignal abandon) {
        this.engine = engine;
        this.counters = counters;
        this.abandon = abandon;
    }

    /** Stores an outcome, or logs why it could not. */
    void report(HeldLease lease, Outcome outcome) {
        try {
            if (outcome instanceof Outcome.Success success) {
                complete(lease, success);
            } else if (outcome instanceof Outcome.Failure failure) {
                fail(lease, failure);
            }
        } catch (RuntimeException refused) {
            LOG.warn(
                    "The outcome of execution {} was not stored and is dropped: {}",
                    lease.claim().executionId(),
                    refused.getMessage());
        }
    }

    /** Gives an execution that was not started back, for any worker to claim from a time of the store on. */
    void handBack(HeldLease lease, long untilMs) {
        try {
            delay(lease, untilMs);
        } catch (RuntimeException refused) {
            LOG.warn(
                    "Execution {} could not be handed back and is free when its lease has run out: {}",
                    lease.claim().executionId(),
                    refused.getMessage());
        }
    }

    /**
     * Says after a revoke that nobody works on the execution here any more, so that others may have it before the lease
     * would have ended. The engine refuses this like every call under a revoked lease, and has heard it.
     */
    void acknowledge(HeldLease lease) {
        try {
            delay(lease, 0);
        } catch (RuntimeException refused) {
            LOG.debug("Execution {} was given up: {}", lease.claim().executionId(), refused.getMessage());
        }
    }

    /** Gives an execution up until a time of the store. */
    void delay(HeldLease lease, long untilMs) {
        var request = new DelayRequest(lease.claim().handle(), untilMs);
        repeated(lease, () -> engine.call(Catalogue.DELAY, request));
    }

    /** Gives an execution up for good. */
    void cancel(HeldLease lease, String reason) {
        var request = new CancelRequest(lease.claim().handle(), reason);
        repeated(lease, () -> engine.call(Catalogue.CANCEL, request));
    }

    private void complete(HeldLease lease, Outcome.Success success) {
        var request = new CompleteRequest(lease.claim().handle(), success.result());
        try {
            repeated(lease, () -> engine.call(Catalogue.COMPLETE, request));
            counters.completed.increment();
        } catch (ValidationException unfit) {
            // The lease is still ours: dropped, the work would be done again, and refused again, by the next worker.
            fail(lease, new Outcome.Failure("the result was refused: " + unfit.getMessage(), Failures.HANDLER_ERROR));
        }
    }

    /** Ends an attempt in failure. */
    FailOutcome fail(HeldLease lease, Outcome.Failure failure) {
        var request = new FailRequest(
                lease.claim().handle(),
                failure.message(),
                FailureClass.ofCategory(failure.category()),
                Optional.of(failure.category()));
        var outcome = repeated(lease, () -> engine.call(Catalogue.FAIL, request));
        (outcome instanceof FailOutcome.RetryScheduled ? counters.retried : counters.failed).increment();
        return outcome;
    }

    private <T> T repeated(HeldLease lease, Supplier<T> call) {
        var backoff = new Backoff();
        while (true) {
            try {
                return call.get();
            } catch (EngineException failed) {
                if (!WITHOUT_ANSWER.contains(failed.kind())) {
                    throw failed;
                }
                abandon.pause(Math.min(backoff.nextNanos(), lease.remainingNanos()));
                // Asked after the pause, and by time alone: a renewal may have met our own stored outcome and lost.
                if (abandon.isGiven() || !lease.lasts()) {
                    throw failed;
                }
            }
        }
    }
}
