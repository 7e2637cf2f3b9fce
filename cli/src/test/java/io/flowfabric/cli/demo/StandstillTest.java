package io.flowfabric.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StandstillTest {
    @Test
    void sameNumberForTooLongIsAStandstill() {
        var impatient = new Standstill(Duration.ZERO);

        assertThat(impatient.isAt(0)).as("before the first end").isFalse();
        assertThat(impatient.isAt(45)).isTrue();
    }

    @Test
    void aWhileIsTolerated() {
        var patient = new Standstill(Duration.ofHours(1));

        assertThat(patient.isAt(45)).isFalse();
        assertThat(patient.isAt(45)).isFalse();
    }
}
