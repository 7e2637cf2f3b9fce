package io.flowfabric.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "30s, PT30S", "5m, PT5M", "2h, PT2H", "1d, P1D", "0s, PT0S", "999999999d, P999999999D"
    })
    void numberAndUnitAreADuration(String text, Duration duration) {
        assertThat(Durations.parse(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-1s", "1.5s", "1 s", "1S", "1w", "1h30m", "1000000000s", "١s"})
    void anythingElseIsNone(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "-5, 0 ms",
        "0, 0 ms",
        "999, 999 ms",
        "1000, 1.0 s",
        "59999, 59.9 s",
        "60000, 1 min",
        "7199999, 119 min",
        "7200000, 2 h",
        "172799999, 47 h",
        "172800000, 2 d"
    })
    void durationsAreDescribedInOneUnit(long millis, String text) {
        assertThat(Durations.describe(millis)).isEqualTo(text);
    }
}
