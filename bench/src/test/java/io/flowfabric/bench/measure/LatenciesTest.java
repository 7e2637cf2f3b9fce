package io.flowfabric.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void percentileIsOneOfTheMeasured() {
        var latencies = new Latencies();
        for (int ms = 100; ms >= 1; ms--) {
            latencies.add(Duration.ofMillis(ms));
        }

        assertThat(latencies.count()).isEqualTo(100);
        assertThat(latencies.median()).isEqualTo(50);
        assertThat(latencies.percentile(0.95)).isEqualTo(95);
        assertThat(latencies.percentile(0.99)).isEqualTo(99);
        assertThat(latencies.percentile(1)).isEqualTo(100);
    }

    @Test
    void thousandsFit() {
        var latencies = new Latencies();
        for (int i = 0; i < 5000; i++) {
            latencies.add(i);
        }

        assertThat(latencies.percentile(1)).isEqualTo(4999 / 1e6);
    }

    @Test
    void clockThatWasSetBackMeasuresNothing() {
        var latencies = new Latencies();
        latencies.add(-5);

        assertThat(latencies.median()).isZero();
    }

    @Test
    void nothingHasNoPercentile() {
        assertThatThrownBy(() -> new Latencies().median()).isInstanceOf(IllegalStateException.class);
    }
}
