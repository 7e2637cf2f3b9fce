package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.ManualTicker;
import io.flowfabric.sdk.internal.StopSignal;
import io.flowfabric.sdk.internal.lease.HeldLease;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutcomeReporterTest {
    private final ManualTicker ticker = new ManualTicker();
    private final FakeEngine engine = new FakeEngine();
    private final WorkerCounters counters = new WorkerCounters();
    private final StopSignal abandon = new StopSignal();
    private final OutcomeReporter reporter = new OutcomeReporter(engine, counters, abandon);
    private final HeldLease lease = Samples.lease(ticker);
    private final AttemptOutcome success = new AttemptOutcome.Success(Optional.of(Payload.json("1")));

    @Test
    void successCompletesWithItsResult() {
        reporter.report(lease, success);

        assertThat(engine.calls(Catalogue.COMPLETE))
                .containsExactly(new CompleteRequest(lease.claim().handle(), Optional.of(Payload.json("1"))));
        assertThat(counters.completed.sum()).isOne();
    }

    @Test
    void failureFailsWithItsCategory() {
        reporter.report(lease, new AttemptOutcome.Failure("no such card", "permanent"));

        assertThat(engine.calls(Catalogue.FAIL))
                .containsExactly(new FailRequest(
                        lease.claim().handle(), "no such card", FailureClass.PERMANENT, Optional.of("permanent")));
        assertThat(counters.failed.sum()).isOne();
    }

    @Test
    void failureThatWillBeRetriedIsCountedAsSuch() {
        engine.answer(Catalogue.FAIL, args -> new FailOutcome.RetryScheduled(0, 1));
        reporter.report(lease, new AttemptOutcome.Failure("busy", "handler_error"));

        assertThat(counters.retried.sum()).isOne();
        assertThat(counters.failed.sum()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"TRANSPORT", "TIMEOUT", "RESOURCE_EXHAUSTED"})
    void completeIsRepeatedAfterALostAnswer(ErrorCode code) {
        failCompletes(2, code);
        reporter.report(lease, success);

        assertThat(engine.calls(Catalogue.COMPLETE)).hasSize(3);
        assertThat(counters.completed.sum()).isOne();
    }

    @Test
    void completeIsRepeatedEvenIfARenewalMetOurOwnOutcome() {
        failCompletes(1, ErrorCode.TRANSPORT);
        lease.lose();
        reporter.report(lease, success);

        assertThat(counters.completed.sum()).isOne();
    }

    @Test
    void outcomeIsDroppedWhenTheLeaseRunsOut() {
        engine.answer(Catalogue.COMPLETE, args -> {
            ticker.advance(Samples.TTL);
            throw Samples.error(ErrorCode.TRANSPORT);
        });
        reporter.report(lease, success);

        assertThat(engine.calls(Catalogue.COMPLETE)).hasSize(1);
        assertThat(counters.completed.sum()).isZero();
    }

    @Test
    void outcomeIsDroppedWhenTheWorkerIsAbandoned() {
        engine.answer(Catalogue.COMPLETE, args -> {
            abandon.give();
            throw Samples.error(ErrorCode.TRANSPORT);
        });
        reporter.report(lease, success);

        assertThat(engine.calls(Catalogue.COMPLETE)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"STALE_LEASE", "LEASE_EXPIRED", "LEASE_REVOKED", "EXECUTION_NOT_ACTIVE"})
    void refusedOutcomeIsDropped(ErrorCode code) {
        failCompletes(1, code);
        reporter.report(lease, success);

        assertThat(engine.calls(Catalogue.COMPLETE)).hasSize(1);
        assertThat(engine.calls(Catalogue.FAIL)).isEmpty();
        assertThat(counters.completed.sum()).isZero();
    }

    @Test
    void resultThatCannotBeStoredFailsTheAttempt() {
        failCompletes(1, ErrorCode.PAYLOAD_TOO_LARGE);
        reporter.report(lease, success);

        assertThat(engine.calls(Catalogue.FAIL)).singleElement().satisfies(fail -> {
            assertThat(fail.category()).contains("handler_error");
            assertThat(fail.message()).contains("payload_too_large");
        });
    }

    @Test
    void handingBackDelaysUntilNow() {
        reporter.handBack(lease, 0);

        assertThat(engine.calls(Catalogue.DELAY))
                .containsExactly(new DelayRequest(lease.claim().handle(), 0));
    }

    private void failCompletes(int times, ErrorCode code) {
        var left = new AtomicInteger(times);
        engine.answer(Catalogue.COMPLETE, args -> {
            if (left.getAndDecrement() > 0) {
                throw Samples.error(code);
            }
            return Ok.OK;
        });
    }
}
