package io.flowfabric.sdk.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RetryDelaysTest {
    private final RetryDelays backoff = new RetryDelays();

    @Test
    void waitsDoubleUpToASecond() {
        assertThat(Stream.generate(this::next).limit(7))
                .containsExactly(
                        Duration.ofMillis(50),
                        Duration.ofMillis(100),
                        Duration.ofMillis(200),
                        Duration.ofMillis(400),
                        Duration.ofMillis(800),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1));
    }

    @Test
    void successBeginsAnew() {
        next();
        next();
        assertThat(backoff.isReset()).isFalse();

        backoff.reset();

        assertThat(backoff.isReset()).isTrue();
        assertThat(next()).isEqualTo(Duration.ofMillis(50));
    }

    private Duration next() {
        return Duration.ofNanos(backoff.nextNanos());
    }
}
