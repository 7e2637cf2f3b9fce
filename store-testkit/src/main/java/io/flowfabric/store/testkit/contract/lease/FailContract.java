package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailOutcome.RetryScheduled;
import io.flowfabric.model.op.lease.FailOutcome.TerminalFailed;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.timer.PromoteOutcome;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 02 §6.4 and §7 on a store: how an attempt fails, and what follows. */
@Covers("fail")
public abstract class FailContract extends ContractSuite {
    private static final String THREE_RETRIES =
            "{\"retry_policy\":{\"max_retries\":3,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":1000}}}";

    @ParameterizedTest
    @CsvSource({
        "PERMANENT, provider_error",
        "CANCELLED, provider_error",
        "PERMANENT, transient",
        "TRANSIENT, permanent",
        "TIMEOUT, cancelled",
    })
    public void neitherClassNorCategoryMakesUpForTheOther(FailureClass failureClass, String category) {
        var id = create(execution().policyJson(THREE_RETRIES));
        var claim = claimOne("w1");

        var outcome = engine.call(
                Catalogue.FAIL, new FailRequest(claim.handle(), "boom", failureClass, Optional.of(category)));

        assertThat(outcome).isInstanceOf(TerminalFailed.class);
        assertThat(describe(id).publicState()).isEqualTo(PublicState.FAILED);
    }

    @Test
    public void failureWithRetriesLeftSchedulesTheNextAttempt() {
        var id = create(execution().policyJson(THREE_RETRIES));
        var claim = claimOne("w1");

        assertThat(fail(claim.handle(), FailureClass.TRANSIENT)).isEqualTo(new RetryScheduled(START + 1000, 1));

        var e = describe(id);
        assertThat(e.vector()).isEqualTo(StateVector.of(VectorRow.RETRY_BACKOFF, AttemptState.PENDING_RETRY_ATTEMPT));
        assertThat(e.blockingDetail())
                .isEqualTo("retry backoff until %d (attempt 0 failed: boom)".formatted(START + 1000));
        assertThat(e.currentAttemptId()).isEmpty();
        assertThat(e.current().index()).hasValue(0);
        assertThat(e.counters().retries()).isEqualTo(1);
        assertThat(attempts(id))
                .as("the next attempt begins with the next claim")
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.status()).isEqualTo(AttemptStatus.ENDED_FAILURE));
        assertThat(types()).containsExactly("acquired", "revoked");
        assertThat(fail(claim.handle(), FailureClass.TRANSIENT))
                .as("repeated after a lost answer")
                .isEqualTo(new RetryScheduled(START + 1000, 1));
        assertThat(describe(id)).isEqualTo(e);

        assertThat(promote(id)).isEqualTo(PromoteOutcome.NOT_YET_DUE);
        advance(1000);
        assertThat(promote(id)).isEqualTo(PromoteOutcome.PROMOTED);
        assertThat(fail(claim.handle(), FailureClass.TRANSIENT))
                .as("repeated after promotion")
                .isEqualTo(new RetryScheduled(0, 1));
        var second = claimOne("w2");
        assertThat(second.attemptType()).contains(AttemptType.RETRY);
        assertThat(second.attemptIndex()).isEqualTo(1);
        assertThat(second.leaseEpoch()).isEqualTo(2);
        assertThat(attempts(id)).hasSize(2);
        assertThat(attempts(id).get(0).failure()).contains(new AttemptFailure("boom", Optional.of("transient")));
        assertThat(attempts(id).get(1).lineage().previousIndex()).hasValue(0);
        refused(ErrorCode.STALE_LEASE, Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
        refused(ErrorCode.STALE_LEASE, Catalogue.FAIL, failure(claim, FailureClass.TRANSIENT));
    }

    @Test
    public void failureWithoutPolicyOrOfAPermanentKindIsTheEnd() {
        var plain = create();
        assertThat(fail(claimOne("w1").handle(), FailureClass.TRANSIENT)).isEqualTo(new TerminalFailed());
        assertThat(describe(plain).publicState()).isEqualTo(PublicState.FAILED);
        assertThat(describe(plain).ending().failureReason()).contains("boom");
        assertThat(types()).containsExactly("acquired", "failed", "revoked");

        create(execution().policyJson(THREE_RETRIES));
        assertThat(fail(claimOne("w1").handle(), FailureClass.PERMANENT)).isEqualTo(new TerminalFailed());
    }

    @Test
    public void repeatedFailureForGoodAnswersTheSameAndWritesNothing() {
        var id = create();
        var claim = claimOne("w1");
        fail(claim.handle(), FailureClass.TRANSIENT);
        var before = describe(id);
        advance(10);

        assertThat(fail(claim.handle(), FailureClass.TRANSIENT)).isEqualTo(new TerminalFailed());
        assertThat(describe(id)).isEqualTo(before);
        assertThat(types()).containsExactly("acquired", "failed", "revoked");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fixed | {\"type\":\"fixed\",\"delay_ms\":10} | 10, 10, 10, 10",
                "exponential | {\"type\":\"exponential\",\"initial_delay_ms\":1000,\"max_delay_ms\":3000,"
                        + "\"multiplier\":2} | 1000, 2000, 3000, 3000"
            })
    public void retriesWaitAsTheBackoffSaysUntilTheyAreUsedUp(String name, String backoff, String delays) {
        var id = create(
                execution().policyJson("{\"retry_policy\":{\"max_retries\":4,\"backoff\":%s}}".formatted(backoff)));
        for (String delay : delays.split(", ")) {
            long ms = Long.parseLong(delay);
            assertThat(fail(claimOne("w1").handle(), FailureClass.TIMEOUT))
                    .as("%s backoff", name)
                    .isInstanceOfSatisfying(
                            RetryScheduled.class,
                            retry -> assertThat(retry.delayUntil()).isEqualTo(clock.millis() + ms));
            advance(ms);
            promote(id);
        }
        assertThat(fail(claimOne("w1").handle(), FailureClass.TIMEOUT)).isEqualTo(new TerminalFailed());
    }

    @Test
    public void policyThatNamesNoNumberAllowsThreeRetries() {
        var id = create(execution().policyJson("{\"retry_policy\":{\"backoff\":{\"type\":\"fixed\",\"delay_ms\":0}}}"));
        for (int retry = 1; retry <= 3; retry++) {
            assertThat(fail(claimOne("w1").handle(), FailureClass.TRANSIENT))
                    .isEqualTo(new RetryScheduled(START, retry));
            promote(id);
        }

        assertThat(fail(claimOne("w1").handle(), FailureClass.TRANSIENT)).isEqualTo(new TerminalFailed());
    }

    private FailOutcome fail(Handle handle, FailureClass failureClass) {
        return engine.call(Catalogue.FAIL, new FailRequest(handle, "boom", failureClass, Optional.empty()));
    }
}
