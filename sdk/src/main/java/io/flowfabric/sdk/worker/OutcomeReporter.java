package io.flowfabric.sdk.worker;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorKind;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.sdk.internal.RetryDelays;
import io.flowfabric.sdk.internal.StopSignal;
import io.flowfabric.sdk.internal.lease.HeldLease;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the outcomes of attempts to the engine. A call without an answer is repeated while the lease lasts, which is
 * safe: the engine recognises an outcome that it has already stored.
 */
final class OutcomeReporter {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomeReporter.class);

    private static final Set<ErrorKind> WITHOUT_ANSWER =
            EnumSet.of(ErrorKind.TRANSPORT, ErrorKind.TIMEOUT, ErrorKind.RESOURCE_EXHAUSTED);

    private final Engine engine;
    private final WorkerCounters counters;
    private final StopSignal abandon;

    /**
     * A reporter on an engine.
     *
     * @param abandon given when the worker no longer waits for outcomes
     */
    OutcomeReporter(Engine engine, WorkerCounters counters, StopSignal abandon) {
        this.engine = engine;
        this.counters = counters;
        this.abandon = abandon;
    }

    /** Stores an outcome, or logs why it could not. */
    void report(HeldLease lease, AttemptOutcome outcome) {
        try {
            if (outcome instanceof AttemptOutcome.Success success) {
                complete(lease, success);
            } else if (outcome instanceof AttemptOutcome.Failure failure) {
                fail(lease, failure);
            }
        } catch (RuntimeException refused) {
            LOG.warn(
                    "The outcome of execution {} was not stored and is dropped: {}",
                    lease.claim().executionId(),
                    refused.getMessage());
        }
    }

    /** Hands back an execution that was not started, for any worker to claim from a time of the store on. */
    void handBack(HeldLease lease, long untilMs) {
        try {
            delay(lease, untilMs);
        } catch (RuntimeException refused) {
            LOG.warn(
                    "Execution {} could not be handed back and can be reclaimed when its lease has expired: {}",
                    lease.claim().executionId(),
                    refused.getMessage());
        }
    }

    /**
     * Says after a revoke that this worker has stopped working on the execution, so that others may claim it before the
     * lease would have ended. The engine refuses this like every call under a revoked lease, but takes note of it.
     */
    void acknowledge(HeldLease lease) {
        try {
            delay(lease, 0);
        } catch (RuntimeException refused) {
            LOG.debug("Execution {} was given up: {}", lease.claim().executionId(), refused.getMessage());
        }
    }

    /** Hands an execution back until a time of the store. */
    void delay(HeldLease lease, long untilMs) {
        var request = new DelayRequest(lease.claim().handle(), untilMs);
        repeated(lease, () -> engine.call(Catalogue.DELAY, request));
    }

    /** Cancels an execution for good. */
    void cancel(HeldLease lease, String reason) {
        var request = new CancelRequest(lease.claim().handle(), reason);
        repeated(lease, () -> engine.call(Catalogue.CANCEL, request));
    }

    private void complete(HeldLease lease, AttemptOutcome.Success success) {
        var request = new CompleteRequest(lease.claim().handle(), success.result());
        try {
            repeated(lease, () -> engine.call(Catalogue.COMPLETE, request));
            counters.completed.increment();
        } catch (ValidationException unfit) {
            // The lease is still held: if it were dropped, the next worker would repeat the work and be refused again.
            fail(
                    lease,
                    new AttemptOutcome.Failure(
                            "the result was refused: " + unfit.getMessage(), FailureMapping.HANDLER_ERROR));
        }
    }

    /** Ends an attempt in failure. */
    FailOutcome fail(HeldLease lease, AttemptOutcome.Failure failure) {
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
        var backoff = new RetryDelays();
        while (true) {
            try {
                return call.get();
            } catch (EngineException failed) {
                if (!WITHOUT_ANSWER.contains(failed.kind())) {
                    throw failed;
                }
                abandon.pause(Math.min(backoff.nextNanos(), lease.remainingNanos()));
                // Asked after the pause, and by time alone: a renewal may have been refused because of our stored
                // outcome.
                if (abandon.isGiven() || !lease.lasts()) {
                    throw failed;
                }
            }
        }
    }
}
