package io.flowfabric.model.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DueTimesTest {
    private static final DueTimes ALL_SET = new DueTimes(at(10), at(20), at(30), OptionalLong.empty());

    @ParameterizedTest
    @CsvSource({"0, 30", "29, 1", "30, 0", "31, 0"})
    void aPauseKeepsWhatIsLeftOfTheAttemptsTime(long now, long leftMs) {
        var paused = ALL_SET.pausedAt(now);

        assertThat(paused).isEqualTo(new DueTimes(at(10), at(20), OptionalLong.empty(), at(leftMs)));
    }

    @Test
    void aPauseOfAnAttemptWithoutTimeoutLeavesNothing() {
        assertThat(DueTimes.NONE.pausedAt(5)).isEqualTo(DueTimes.NONE);
    }

    @Test
    void anAttemptThatRunsOnHasNoTimeLeftToRemember() {
        var resumed = ALL_SET.pausedAt(0).withAttemptTimeoutAt(at(35));

        assertThat(resumed).isEqualTo(new DueTimes(at(10), at(20), at(35), OptionalLong.empty()));
    }

    @Test
    void theEndOfAnAttemptSparesDelayAndDeadline() {
        var expected = new DueTimes(at(10), at(20), OptionalLong.empty(), OptionalLong.empty());

        assertThat(ALL_SET.withoutAttempt()).isEqualTo(expected);
        assertThat(ALL_SET.pausedAt(0).withoutAttempt()).isEqualTo(expected);
    }

    @Test
    void delayAndDeadlineAreIndependent() {
        assertThat(ALL_SET.withDelayUntil(OptionalLong.empty()))
                .isEqualTo(new DueTimes(OptionalLong.empty(), at(20), at(30), OptionalLong.empty()));
        assertThat(ALL_SET.withDeadlineAt(at(21)))
                .isEqualTo(new DueTimes(at(10), at(21), at(30), OptionalLong.empty()));
    }

    private static OptionalLong at(long moment) {
        return OptionalLong.of(moment);
    }
}
