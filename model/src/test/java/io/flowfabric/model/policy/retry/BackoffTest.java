package io.flowfabric.model.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    @ParameterizedTest
    @CsvSource({"0, 1000", "1, 2000", "2, 4000", "3, 8000", "4, 16000", "5, 32000", "6, 60000", "2147483647, 60000"})
    void exponentialDelayDoublesUpToItsLimit(int retryCount, long delayMs) {
        assertThat(ExponentialBackoff.DEFAULT.delayMs(retryCount)).isEqualTo(delayMs);
    }

    @ParameterizedTest
    @CsvSource({"0, 5", "1, 7", "2, 11", "3, 16"})
    void fractionsOfAMillisecondAreCutOff(int retryCount, long delayMs) {
        assertThat(new ExponentialBackoff(5, 1_000, 1.5, false).delayMs(retryCount))
                .isEqualTo(delayMs);
    }

    @ParameterizedTest
    @CsvSource({"0, 9223372036854775807", "1, 9223372036854775807", "64, 9223372036854775807"})
    void hugeDelaysDoNotOverflow(int retryCount, long delayMs) {
        assertThat(new ExponentialBackoff(Long.MAX_VALUE, Long.MAX_VALUE, 2.0, false).delayMs(retryCount))
                .isEqualTo(delayMs);
    }

    @Test
    void zeroStaysZeroHoweverItGrows() {
        assertThat(new ExponentialBackoff(0, 60_000, Double.MAX_VALUE, false).delayMs(9))
                .isZero();
    }

    @Test
    void fixedDelayIsTheSameForEveryRetry() {
        var backoff = new FixedBackoff(250);

        assertThat(backoff.delayMs(0)).isEqualTo(250);
        assertThat(backoff.delayMs(1_000_000)).isEqualTo(250);
        assertThat(backoff.jitter()).isFalse();
    }

    @Test
    void retriesAreNotCountedBelowZero() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FixedBackoff(1).delayMs(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> ExponentialBackoff.DEFAULT.delayMs(-1));
    }

    @Property
    void delayNeverShrinksAndNeverPassesItsLimit(
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long one,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long other,
            @ForAll @DoubleRange(min = 1, max = 1e6) double multiplier,
            @ForAll @IntRange(min = 0, max = Integer.MAX_VALUE - 1) int retryCount) {
        var backoff = new ExponentialBackoff(Math.min(one, other), Math.max(one, other), multiplier, false);

        assertThat(backoff.delayMs(retryCount)).isBetween(backoff.initialDelayMs(), backoff.maxDelayMs());
        assertThat(backoff.delayMs(retryCount + 1)).isGreaterThanOrEqualTo(backoff.delayMs(retryCount));
    }
}
