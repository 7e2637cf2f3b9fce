package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.ManualTicker;
import io.flowfabric.sdk.internal.StopSignal;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RepeatableDelaysTest {
    private final FakeEngine engine = new FakeEngine();
    private final RepeatableDelays delays = new RepeatableDelays(engine);
    private final DelayRequest request =
            new DelayRequest(Samples.lease(new ManualTicker()).claim().handle(), 1000);

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"EXECUTION_NOT_ACTIVE", "STALE_LEASE"})
    void repetitionThatFindsTheExecutionGivenUpSucceeds(ErrorCode refusal) {
        fail(ErrorCode.TRANSPORT, refusal);
        assertRefused(ErrorCode.TRANSPORT);

        assertThat(delays.call(Catalogue.DELAY, request)).isEqualTo(Ok.OK);
    }

    @Test
    void firstCallThatIsRefusedFails() {
        fail(ErrorCode.STALE_LEASE);
        assertRefused(ErrorCode.STALE_LEASE);
    }

    @Test
    void repetitionThatFindsTheLeaseRevokedFails() {
        fail(ErrorCode.TRANSPORT, ErrorCode.LEASE_REVOKED);
        assertRefused(ErrorCode.TRANSPORT);
        assertRefused(ErrorCode.LEASE_REVOKED);
    }

    @Test
    void delayedTaskWhoseAnswerWasLostCountsAsDelayed() {
        fail(ErrorCode.TRANSPORT, ErrorCode.EXECUTION_NOT_ACTIVE);
        var reporter = new OutcomeReporter(delays, new WorkerCounters(), new StopSignal());

        reporter.delay(Samples.lease(new ManualTicker()), 1000);

        assertThat(engine.calls(Catalogue.DELAY)).hasSize(2);
    }

    private void assertRefused(ErrorCode code) {
        assertThatThrownBy(() -> delays.call(Catalogue.DELAY, request))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private void fail(ErrorCode... codes) {
        var left = new ArrayDeque<>(List.of(codes));
        engine.answer(Catalogue.DELAY, args -> {
            throw Samples.error(left.remove());
        });
    }
}
