package io.flowfabric.engine.rules.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.policy.retry.Backoff;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryRulesTest {

    @ParameterizedTest
    @CsvSource({"0, 1000", "1, 2000", "2, 4000", "3, 8000", "4, 16000", "5, 32000", "6, 60000", "7, 60000"})
    void exponentialDelaysGrowWithTheRetriesMadeSoFar(int retries, long delayMs) {
        assertThat(RetryRules.delayMs(failure(RetryPolicy.of(10, ExponentialBackoff.DEFAULT), 0.5), retries))
                .hasValue(delayMs);
    }

    @Test
    void fixedDelaysStayTheSame() {
        var failure = failure(RetryPolicy.of(10, new FixedBackoff(10)), 0.5);

        assertThat(RetryRules.delayMs(failure, 0)).hasValue(10);
        assertThat(RetryRules.delayMs(failure, 9)).hasValue(10);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, false", "1, 0, true", "1, 1, false", "3, 2, true", "3, 3, false"})
    void aRetryIsMadeWhileThereAreFewerThanAllowed(long maxRetries, int retries, boolean retried) {
        var failure = failure(RetryPolicy.of(maxRetries, new FixedBackoff(10)), 0.5);

        assertThat(RetryRules.delayMs(failure, retries).isPresent()).isEqualTo(retried);
    }

    @ParameterizedTest
    @CsvSource({"TRANSIENT, true", "INFRA_CRASH, true", "TIMEOUT, true", "PERMANENT, false", "CANCELLED, false"})
    void permanentAndCancelledFailuresAreNeverRetried(FailureClass failureClass, boolean retried) {
        var failure = new Failure("boom", failureClass.literal(), failureClass, Optional.of(RetryPolicy.DEFAULT), 0.5);

        assertThat(RetryRules.delayMs(failure, 0).isPresent()).isEqualTo(retried);
    }

    @Test
    void withoutAPolicyThereIsNoRetry() {
        var failure = new Failure("boom", "transient", FailureClass.TRANSIENT, Optional.empty(), 0.5);

        assertThat(RetryRules.delayMs(failure, 0)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"timeout, true", "provider_error, false", "TIMEOUT, false"})
    void namedCategoriesExcludeAllOthers(String category, boolean retried) {
        var policy = new RetryPolicy(3, new FixedBackoff(10), List.of("timeout"));
        var failure = new Failure("boom", category, FailureClass.TRANSIENT, Optional.of(policy), 0.5);

        assertThat(RetryRules.delayMs(failure, 0).isPresent()).isEqualTo(retried);
    }

    @ParameterizedTest
    @CsvSource({"0.0, 0", "0.25, 1000", "0.5, 2000", "0.9999999999999999, 4000"})
    void jitterDrawsFromNothingToTheWholeDelay(double draw, long delayMs) {
        var jittery = RetryPolicy.of(9, new ExponentialBackoff(1_000, 60_000, 2.0, true));

        assertThat(RetryRules.delayMs(failure(jittery, draw), 2)).hasValue(delayMs);
    }

    @Test
    void withoutJitterTheDrawDoesNotMatter() {
        var steady = RetryPolicy.of(9, ExponentialBackoff.DEFAULT);

        assertThat(RetryRules.delayMs(failure(steady, 0.0), 0)).hasValue(1_000);
        assertThat(RetryRules.delayMs(failure(steady, 0.99), 0)).hasValue(1_000);
    }

    @Property
    void jitterStaysWithinItsBounds(
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long maxDelayMs,
            @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double draw,
            @ForAll @IntRange(min = 0, max = 80) int retries) {
        Backoff backoff = new ExponentialBackoff(Math.min(1_000, maxDelayMs), maxDelayMs, 2.0, true);

        assertThat(RetryRules.delayMs(failure(RetryPolicy.of(1_000, backoff), draw), retries)
                        .getAsLong())
                .isBetween(0L, backoff.delayMs(retries));
    }

    private static Failure failure(RetryPolicy policy, double draw) {
        return new Failure("boom", "transient", FailureClass.TRANSIENT, Optional.of(policy), draw);
    }
}
