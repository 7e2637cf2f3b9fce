package io.flowfabric.engine.rules.limit;

import static io.flowfabric.engine.rules.limit.Limits.ANSWER_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerRulesTest {
    private static final long NO_CONTENT = AnswerRules.weight(0);

    @Test
    void itemWeighsMoreThanItsContent() {
        assertThat(NO_CONTENT).isPositive();
        assertThat(AnswerRules.weight(1_000)).isEqualTo(NO_CONTENT + 1_000);
    }

    @ParameterizedTest
    @MethodSource
    void answerTakesItsFirstItemAndThenWhatFits(long soFar, long next, long room, boolean taken) {
        assertThat(AnswerRules.takes(soFar, next, room)).isEqualTo(taken);
    }

    static Stream<Arguments> answerTakesItsFirstItemAndThenWhatFits() {
        return Stream.of(
                Arguments.of(0, ANSWER_BYTES + 1, ANSWER_BYTES, true),
                Arguments.of(0, ANSWER_BYTES + 1, ANSWER_BYTES + 1, true),
                Arguments.of(0, ANSWER_BYTES, ANSWER_BYTES - 1, false),
                Arguments.of(0, 600, 600, true),
                Arguments.of(0, 601, 600, false),
                Arguments.of(1_000, ANSWER_BYTES - 1_000, ANSWER_BYTES, true),
                Arguments.of(1_000, ANSWER_BYTES - 999, ANSWER_BYTES, false),
                Arguments.of(1_000, ANSWER_BYTES - 999, ANSWER_BYTES * 2L, false),
                Arguments.of(1_000, 600, 1_600, true),
                Arguments.of(1_000, 601, 1_600, false));
    }

    @ParameterizedTest
    @MethodSource
    void pageEndsBeforeTheItemThatDoesNotFit(List<Long> contents, int fitting) {
        assertThat(AnswerRules.fitting(contents, Long::longValue)).isEqualTo(fitting);
    }

    static Stream<Arguments> pageEndsBeforeTheItemThatDoesNotFit() {
        long half = ANSWER_BYTES / 2 - NO_CONTENT;
        return Stream.of(
                Arguments.of(List.of(), 0),
                Arguments.of(List.of(0L, 0L, 0L), 3),
                Arguments.of(List.of(ANSWER_BYTES * 2L, 0L), 1),
                Arguments.of(List.of(half, half), 2),
                Arguments.of(List.of(half, half, 0L), 2),
                Arguments.of(List.of(half, half + 1, 0L), 1));
    }
}
