package io.flowfabric.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** How long anything that a program sets may last. */
class EngineSettingsTest {
    private static final EngineSettings USUAL = EngineSettings.DEFAULT;
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration CENTURY = Duration.ofDays(36_525);
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);

    @Test
    void callWaitsFromAMillisecondToADay() {
        assertRange("call_timeout", USUAL::withCallTimeout, MOMENT, DAY);
    }

    @Test
    void graceLastsADayAtMost() {
        assertRange("reclaim_grace", USUAL::withReclaimGrace, Duration.ZERO, DAY);
    }

    @Test
    void retentionLastsACenturyAtMost() {
        assertRange("retention", USUAL::withRetention, Duration.ZERO, CENTURY);
    }

    private static void assertRange(
            String name, Function<Duration, EngineSettings> with, Duration least, Duration most) {
        for (Duration value : List.of(least, most)) {
            assertThat(with.apply(value)).as(name).isNotNull();
        }
        for (Duration value : List.of(least.minus(MOMENT), most.plus(MOMENT), EVER, EVER.negated())) {
            assertThatThrownBy(() -> with.apply(value))
                    .as("%s of %s", name, value)
                    .isInstanceOfSatisfying(ValidationException.class, refused -> {
                        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                        assertThat(refused)
                                .hasMessageContaining(name + ": ")
                                .hasMessageContaining(Long.toString(most.toMillis()));
                    });
        }
    }
}
