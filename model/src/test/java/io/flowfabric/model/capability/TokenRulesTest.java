package io.flowfabric.model.capability;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenRulesTest {

    static Stream<Arguments> sides() {
        return Stream.of(
                side("required", ErrorCode.INVALID_CAPABILITIES, CapabilitySet::required),
                side("worker", ErrorCode.INVALID_INPUT, CapabilitySet::ofWorker),
                side("worker", ErrorCode.INVALID_CAPABILITIES, CapabilitySet::ofWorkerAtGrant));
    }

    static Stream<Arguments> badTokens() {
        return Stream.of(
                        arguments("", "empty_token"),
                        arguments("a,b", "comma_in_token"),
                        arguments("a, b", "comma_in_token"),
                        arguments("a b", "control_or_whitespace"),
                        arguments("a\n", "control_or_whitespace"),
                        arguments("\u0000", "control_or_whitespace"),
                        arguments("a\u007f", "control_or_whitespace"))
                .flatMap(bad -> sides().map(side ->
                        arguments(side.get()[0], side.get()[1], side.get()[2], bad.get()[0], bad.get()[1])));
    }

    @ParameterizedTest
    @MethodSource("badTokens")
    void badTokenIsRefusedWithTheDetailOfItsSide(
            String side,
            ErrorCode code,
            Function<Collection<String>, CapabilitySet> build,
            String token,
            String problem) {
        ValidationException failure = validationFailureOf(() -> build.apply(List.of("gpu", token)));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.detail()).isEqualTo(side + ":" + problem);
    }

    @ParameterizedTest
    @MethodSource("sides")
    void multiByteTokensAreTaken(String side, ErrorCode code, Function<Collection<String>, CapabilitySet> build) {
        assertThat(build.apply(List.of("东京-gpu")).csv()).isEqualTo("东京-gpu");
    }

    @ParameterizedTest
    @MethodSource("sides")
    void atMost256TokensAreTaken(String side, ErrorCode code, Function<Collection<String>, CapabilitySet> build) {
        assertThat(build.apply(tokens(256)).tokens()).hasSize(256);
        ValidationException failure = validationFailureOf(() -> build.apply(tokens(257)));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.detail()).isEqualTo(side + ":too_many_tokens");
    }

    @ParameterizedTest
    @MethodSource("sides")
    void atMost4096BytesAreTaken(String side, ErrorCode code, Function<Collection<String>, CapabilitySet> build) {
        String half = "é".repeat(1023);
        assertThat(build.apply(List.of("a" + half, "bb" + half)).csv()).hasSize(2050);
        ValidationException failure = validationFailureOf(() -> build.apply(List.of("aa" + half, "bb" + half)));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.detail()).isEqualTo(side + ":too_many_bytes");
    }

    @ParameterizedTest
    @CsvSource({"a\u00a0b", "a\u2003b", "a\u0085b"})
    void unicodeSpaceIsAllowedInARequirementOnly(String token) {
        assertThat(CapabilitySet.required(List.of(token)).tokens()).containsExactly(token);
        assertThat(validationFailureOf(() -> CapabilitySet.ofWorker(List.of(token)))
                        .detail())
                .isEqualTo("worker:control_or_whitespace");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "cu,da"})
    void refusalOfAWorkerNamesTheToken(String token) {
        assertThat(validationFailureOf(() -> CapabilitySet.ofWorker(List.of(token))))
                .hasMessageContaining("\"" + token + "\"");
    }

    @Test
    void badTokenWinsOverTooManyTokens() {
        List<String> tokens = Stream.concat(tokens(300).stream(), Stream.of("")).toList();
        assertThat(validationFailureOf(() -> CapabilitySet.required(tokens)).detail())
                .isEqualTo("required:empty_token");
    }

    private static List<String> tokens(int count) {
        return IntStream.range(0, count).mapToObj(i -> "t" + i).toList();
    }

    private static Arguments side(String side, ErrorCode code, Function<Collection<String>, CapabilitySet> build) {
        return arguments(side, code, build);
    }
}
