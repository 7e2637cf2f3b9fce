package io.flowfabric.model.suspension;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.suspension.ResumeCondition.Composite;
import io.flowfabric.model.suspension.ResumeCondition.OperatorOnly;
import io.flowfabric.model.suspension.ResumeCondition.Single;
import io.flowfabric.model.suspension.ResumeCondition.TimeoutOnly;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResumeConditionTest {

    private static final Single LEAF = new Single(new WaitpointKey("wpk:a"), new SignalMatcher.Wildcard());

    static Stream<Arguments> misshapen() {
        return Stream.of(
                Arguments.of(allOf(), "allof_empty_members at path <root>"),
                Arguments.of(allOf(LEAF, allOf()), "allof_empty_members at path members[1]"),
                Arguments.of(allOf(allOf(LEAF, allOf())), "allof_empty_members at path members[0].members[1]"),
                Arguments.of(count(0, CountKind.DISTINCT_SIGNALS, "a"), "count_n_zero at path <root>"),
                Arguments.of(count(1, CountKind.DISTINCT_SIGNALS), "count_waitpoints_empty at path <root>"),
                Arguments.of(
                        count(3, CountKind.DISTINCT_WAITPOINTS, "a", "b"),
                        "count_exceeds_waitpoint_set: n=3 > waitpoints.len()=2 at path <root>"),
                Arguments.of(
                        count(2, CountKind.DISTINCT_WAITPOINTS, "a", "a"),
                        "count_exceeds_waitpoint_set: n=2 > waitpoints.len()=1 at path <root>"),
                Arguments.of(nested(5), "depth 5 exceeds cap 4 at path members[0].members[0].members[0].members[0]"),
                Arguments.of(byEmptyName(), "resume_condition: empty signal name (use Wildcard instead)"),
                Arguments.of(
                        allOf(byEmptyName()),
                        "resume_condition: empty signal name (use Wildcard instead) at path members[0]"));
    }

    @ParameterizedTest
    @MethodSource("misshapen")
    void misshapenConditionIsRefusedWithItsPath(ResumeCondition condition, String detail) {
        EngineError error = condition.structuralError().orElseThrow();

        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(error.detail()).isEqualTo(detail);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void fourLevelsOfCompositesAreAccepted(int depth) {
        assertThat(nested(depth).structuralError()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = CountKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"DISTINCT_WAITPOINTS"})
    void signalsAndSourcesMayOutnumberTheWaitpoints(CountKind kind) {
        assertThat(count(3, kind, "a", "b").structuralError()).isEmpty();
    }

    @Test
    void conditionsWithoutSignalsMayBeMembers() {
        assertThat(allOf(LEAF, new OperatorOnly(), new TimeoutOnly()).structuralError())
                .isEmpty();
    }

    @Test
    void hostileDepthIsRefusedWithoutExhaustingTheStack() {
        assertThat(nested(200_000).structuralError()).isPresent();
    }

    @Test
    void matcherTakesExactlyItsName() {
        assertThat(new SignalMatcher.ByName("approve").matches("approve")).isTrue();
        assertThat(new SignalMatcher.ByName("approve").matches("Approve")).isFalse();
        assertThat(new SignalMatcher.Wildcard().matches("anything")).isTrue();
    }

    private static ResumeCondition nested(int depth) {
        ResumeCondition condition = LEAF;
        for (int i = 0; i < depth; i++) {
            condition = allOf(condition);
        }
        return condition;
    }

    private static ResumeCondition byEmptyName() {
        return new Single(new WaitpointKey("wpk:a"), new SignalMatcher.ByName(""));
    }

    private static ResumeCondition allOf(ResumeCondition... members) {
        return new Composite(new Combination.AllOf(List.of(members)));
    }

    private static ResumeCondition count(long n, CountKind kind, String... keys) {
        var waitpoints = Arrays.stream(keys).map(WaitpointKey::new).toList();
        return new Composite(new Combination.Count(n, kind, Optional.empty(), waitpoints));
    }
}
