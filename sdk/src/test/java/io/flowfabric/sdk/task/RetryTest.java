package io.flowfabric.sdk.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.sdk.Policies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RetryTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    static Stream<Arguments> policies() {
        return Stream.of(
                arguments(Retry.fixed(SECOND), RetryPolicy.of(3, new FixedBackoff(1_000))),
                arguments(Retry.fixed(SECOND).times(9), RetryPolicy.of(9, new FixedBackoff(1_000))),
                arguments(
                        Retry.fixed(SECOND).withJitter(),
                        RetryPolicy.of(3, new ExponentialBackoff(1_000, 1_000, 1, true))),
                arguments(
                        Retry.exponential(SECOND), RetryPolicy.of(3, new ExponentialBackoff(1_000, 60_000, 2, false))),
                arguments(
                        Retry.exponential(Duration.ofMinutes(5)),
                        RetryPolicy.of(3, new ExponentialBackoff(300_000, 300_000, 2, false))),
                arguments(
                        Retry.exponential(SECOND)
                                .upTo(SECOND.multipliedBy(8))
                                .times(5)
                                .withJitter(),
                        RetryPolicy.of(5, new ExponentialBackoff(1_000, 8_000, 2, true))),
                arguments(
                        Retry.fixed(SECOND).onlyOn("rate_limited", "io"),
                        new RetryPolicy(3, new FixedBackoff(1_000), List.of("rate_limited", "io"))));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void saysWhatThePolicyMeans(Retry retry, RetryPolicy policy) {
        assertThat(retry.policy()).isEqualTo(policy);
    }

    @Test
    void limitBelowTheFirstWaitIsRefused() {
        var retry = Retry.exponential(SECOND).upTo(Duration.ofMillis(1));

        assertThatThrownBy(() -> Policies.merge(Optional.empty(), Optional.of(retry), Optional.empty()))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("max_below_initial");
    }
}
