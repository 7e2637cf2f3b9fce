package io.flowfabric.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.suspension.Combination;
import io.flowfabric.model.suspension.CountKind;
import io.flowfabric.model.suspension.ResumeCondition;
import io.flowfabric.model.suspension.SignalMatcher;
import io.flowfabric.model.suspension.WaitpointKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnionJsonTest {

    private static final ObjectMapper JSON = FlowFabricJson.mapper();

    sealed interface Answer extends Outcome {
        record Created(LaneId laneId, Optional<String> note) implements Answer {}

        record Missing() implements Answer {}

        record Nested(Answer inner, List<Answer> others) implements Answer {}
    }

    record Page(List<Answer> answers) {}

    static Stream<Arguments> unions() {
        var wildcard = new SignalMatcher.Wildcard();
        var key = new WaitpointKey("wpk:a");
        var created = new Answer.Created(LaneId.DEFAULT, Optional.empty());
        return Stream.of(
                Arguments.of(Answer.class, created, "{\"Created\":{\"lane_id\":\"default\"}}"),
                Arguments.of(
                        Answer.class,
                        new Answer.Created(LaneId.DEFAULT, Optional.of("n")),
                        "{\"Created\":{\"lane_id\":\"default\",\"note\":\"n\"}}"),
                Arguments.of(Answer.class, new Answer.Missing(), "\"Missing\""),
                Arguments.of(
                        Answer.class,
                        new Answer.Nested(new Answer.Missing(), List.of(created)),
                        "{\"Nested\":{\"inner\":\"Missing\",\"others\":[{\"Created\":{\"lane_id\":\"default\"}}]}}"),
                Arguments.of(SignalMatcher.class, wildcard, "\"Wildcard\""),
                Arguments.of(SignalMatcher.class, new SignalMatcher.ByName("go"), "{\"ByName\":\"go\"}"),
                Arguments.of(ResumeCondition.class, new ResumeCondition.OperatorOnly(), "\"OperatorOnly\""),
                Arguments.of(ResumeCondition.class, new ResumeCondition.TimeoutOnly(), "\"TimeoutOnly\""),
                Arguments.of(
                        ResumeCondition.class,
                        new ResumeCondition.Single(key, new SignalMatcher.ByName("approve")),
                        "{\"Single\":{\"waitpoint_key\":\"wpk:a\",\"matcher\":{\"ByName\":\"approve\"}}}"),
                Arguments.of(
                        ResumeCondition.class,
                        new ResumeCondition.Composite(new Combination.AllOf(
                                List.of(new ResumeCondition.Single(key, wildcard), new ResumeCondition.TimeoutOnly()))),
                        "{\"Composite\":{\"kind\":\"AllOf\",\"members\":["
                                + "{\"Single\":{\"waitpoint_key\":\"wpk:a\",\"matcher\":\"Wildcard\"}},"
                                + "\"TimeoutOnly\"]}}"),
                Arguments.of(
                        ResumeCondition.class,
                        new ResumeCondition.Composite(
                                new Combination.Count(2, CountKind.DISTINCT_SOURCES, Optional.empty(), List.of(key))),
                        "{\"Composite\":{\"kind\":\"Count\",\"n\":2,\"count_kind\":\"DistinctSources\","
                                + "\"waitpoints\":[\"wpk:a\"]}}"));
    }

    @ParameterizedTest
    @MethodSource("unions")
    void variantIsTaggedWithItsName(Class<?> union, Object value, String json) throws Exception {
        assertThat(JSON.writeValueAsString(value)).isEqualTo(json);
        assertThat(JSON.readValue(json, union)).isEqualTo(value);
    }

    @Test
    void variantsInsideOtherRecordsAreTaggedToo() throws Exception {
        var page = new Page(List.of(new Answer.Missing(), new Answer.Created(LaneId.DEFAULT, Optional.empty())));
        String json = "{\"answers\":[\"Missing\",{\"Created\":{\"lane_id\":\"default\"}}]}";

        assertThat(JSON.writeValueAsString(page)).isEqualTo(json);
        assertThat(JSON.readValue(json, Page.class)).isEqualTo(page);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"Unknown\"",
                "\"Created\"",
                "\"missing\"",
                "{\"Unknown\":{}}",
                "{}",
                "{\"Created\":null}",
                "{\"Created\":{}}",
                "{\"Created\":{\"lane_id\":\"default\"},\"Missing\":{}}",
                "[]",
                "7",
            })
    void whatIsNoVariantIsRefused(String json) {
        assertThatExceptionOfType(JsonProcessingException.class).isThrownBy(() -> JSON.readValue(json, Answer.class));
    }

    @Test
    void hostileNestingIsRefusedWithoutExhaustingTheStack() {
        String json = "{\"Nested\":{\"inner\":".repeat(100_000);

        assertThatExceptionOfType(JsonProcessingException.class).isThrownBy(() -> JSON.readValue(json, Answer.class));
    }
}
