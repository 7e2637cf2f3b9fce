package io.flowfabric.model.id;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LaneIdTest {

    static Stream<Arguments> badNames() {
        return Stream.of(
                arguments("", "Empty"),
                arguments("x".repeat(65), "TooLong(65)"),
                arguments("é".repeat(33), "TooLong(66)"),
                arguments("\n".repeat(65), "TooLong(65)"),
                arguments("bad\nlane", "NonPrintable(3)"),
                arguments("\tlane", "NonPrintable(0)"),
                arguments("ab\u007f", "NonPrintable(2)"),
                arguments("a,é", "NonPrintable(2)"),
                arguments("a,b", "Comma(1)"));
    }

    @ParameterizedTest
    @MethodSource("badNames")
    void badNameIsRefusedWithTheFirstProblem(String name, String problem) {
        ValidationException failure = validationFailureOf(() -> new LaneId(name));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).isEqualTo("lane_id: " + problem);
    }

    @Test
    void everyPrintableCharacterButTheCommaIsAllowed() {
        for (char c = ' '; c <= '~'; c++) {
            if (c != ',') {
                assertThat(new LaneId("a" + c)).hasToString("a" + c);
            }
        }
    }

    @Test
    void sixtyFourBytesAreAllowed() {
        assertThat(new LaneId("x".repeat(64)).value()).hasSize(64);
    }

    @Test
    void lanesAreOrderedByBytes() {
        var lanes = new TreeSet<>(List.of(new LaneId("b"), new LaneId("a b"), new LaneId("B"), new LaneId("a")));
        assertThat(lanes).extracting(LaneId::value).containsExactly("B", "a", "a b", "b");
    }

    @Test
    void defaultLaneIsCalledDefault() {
        assertThat(LaneId.DEFAULT).isEqualTo(new LaneId("default"));
    }
}
