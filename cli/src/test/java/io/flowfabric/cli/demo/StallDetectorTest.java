package io.flowfabric.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StallDetectorTest {
    @Test
    void sameNumberForTooLongIsAStandstill() {
        var quick = new StallDetector(Duration.ZERO);

        assertThat(quick.isAt(0)).as("before the first end").isFalse();
        assertThat(quick.isAt(45)).isTrue();
    }

    @Test
    void aWhileIsTolerated() {
        var slow = new StallDetector(Duration.ofHours(1));

        assertThat(slow.isAt(45)).isFalse();
        assertThat(slow.isAt(45)).isFalse();
    }
}
