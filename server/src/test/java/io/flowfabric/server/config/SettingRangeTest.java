package io.flowfabric.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each numeric setting has a range, and values out of it are refused by name. */
class SettingRangeTest {
    static Stream<Setting> numbers() {
        return Arrays.stream(Setting.values()).filter(setting -> setting.rule() == Setting.Rule.NUMBER);
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void endsOfTheRangeAreTaken(Setting setting) {
        var range = setting.range().orElseThrow();

        for (int value : new int[] {range.least(), range.most()}) {
            assertThat(given(setting, Integer.toString(value)).number(setting)).isEqualTo(value);
        }
        assertThat(range.most()).as("a limit, not the end of the type").isLessThanOrEqualTo(86_400_000);
        assertThat(Integer.parseInt(setting.usual())).isBetween(range.least(), range.most());
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void whatIsBeyondTheRangeIsRefused(Setting setting) {
        var range = setting.range().orElseThrow();

        for (long value : new long[] {range.least() - 1L, range.most() + 1L, Integer.MAX_VALUE, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> given(setting, Long.toString(value)))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessage("%s: \"%d\" cannot be used; use a whole number from %d to %d."
                            .formatted(setting.variable(), value, range.least(), range.most()));
        }
    }

    private static Settings given(Setting setting, String value) {
        return Settings.of(Map.of(), Map.of(setting.variable(), value), Map.of());
    }
}
