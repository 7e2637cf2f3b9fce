package io.flowfabric.model.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawRetryPolicyTest {

    static Stream<Arguments> backoffs() {
        return Stream.of(
                Arguments.of("{}", new FixedBackoff(1_000)),
                Arguments.of("{\"type\":\"linear\",\"delay_ms\":5}", new FixedBackoff(1_000)),
                Arguments.of("{\"type\":\"fixed\"}", new FixedBackoff(1_000)),
                Arguments.of("{\"type\":\"fixed\",\"delay_ms\":5}", new FixedBackoff(5)),
                Arguments.of("{\"type\":\"fixed\",\"delay_ms\":-5}", new FixedBackoff(0)),
                Arguments.of("{\"type\":\"fixed\",\"delay_ms\":\"5\"}", new FixedBackoff(1_000)),
                Arguments.of("{\"type\":\"fixed\",\"delay_ms\":1e30}", new FixedBackoff(Long.MAX_VALUE)),
                Arguments.of("{\"type\":\"exponential\"}", new ExponentialBackoff(1_000, 60_000, 2.0, false)),
                Arguments.of(
                        "{\"type\":\"exponential\",\"initial_delay_ms\":9,\"max_delay_ms\":3,\"multiplier\":0.5,"
                                + "\"jitter\":true}",
                        new ExponentialBackoff(9, 3, 0.5, true)));
    }

    @ParameterizedTest
    @MethodSource("backoffs")
    void backoffIsTakenAsFarAsItIsUnderstood(String backoff, Backoff expected) {
        assertThat(RawRetryPolicy.read("{\"max_retries\":1,\"backoff\":" + backoff + "}"))
                .contains(RetryPolicy.of(1, expected));
    }

    @Test
    void membersThatAreMissingHaveTheirDefaults() {
        assertThat(RawRetryPolicy.read("{}")).contains(RetryPolicy.of(3, new FixedBackoff(1_000)));
    }

    @Test
    void categoriesAreRead() {
        assertThat(RawRetryPolicy.read("{\"retryable_categories\":[\"timeout\",7]}")
                        .orElseThrow()
                        .retryableCategories())
                .isEqualTo(List.of("timeout"));
    }

    @Test
    void outOfRangeCountsAreMovedIntoRange() {
        assertThat(RawRetryPolicy.read("{\"max_retries\":-1}").orElseThrow().maxRetries())
                .isZero();
        assertThat(RawRetryPolicy.read("{\"max_retries\":1e30}").orElseThrow().maxRetries())
                .isEqualTo(4_294_967_295L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "[]", "null", "7", "nonsense"})
    void whatCannotBeReadIsNoPolicy(String text) {
        assertThat(RawRetryPolicy.read(text)).isEmpty();
    }

    @Property(tries = 300)
    void noTextFails(@ForAll String text) {
        assertThat(RawRetryPolicy.read("{\"backoff\":" + text + "}")).isNotNull();
    }
}
