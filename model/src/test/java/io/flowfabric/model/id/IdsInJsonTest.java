package io.flowfabric.model.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.json.FlowFabricJson;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdsInJsonTest {

    private static final ObjectMapper JSON = FlowFabricJson.mapper();

    record Submission(ExecutionId executionId) {}

    record Queue(LaneId laneId) {}

    static Stream<String> badLanes() {
        return Stream.of("", "x".repeat(65), "bad\nlane", "a,b");
    }

    @Test
    void bareUuidIsNoExecutionId() {
        String body = "{\"execution_id\":\"550e8400-e29b-41d4-a716-446655440000\"}";
        assertThatThrownBy(() -> JSON.readValue(body, Submission.class)).isInstanceOf(JsonProcessingException.class);
    }

    @ParameterizedTest
    @MethodSource("badLanes")
    void badLaneIsNotDecoded(String lane) {
        String body = JSON.createObjectNode().put("lane_id", lane).toString();
        assertThatThrownBy(() -> JSON.readValue(body, Queue.class)).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void goodIdsAreDecoded() throws JsonProcessingException {
        String id = "{fp:42}:550e8400-e29b-41d4-a716-446655440000";
        assertThat(JSON.readValue("{\"execution_id\":\"" + id + "\"}", Submission.class))
                .isEqualTo(new Submission(ExecutionId.parse(id)));
        assertThat(JSON.readValue("{\"lane_id\":\"gpu\"}", Queue.class)).isEqualTo(new Queue(new LaneId("gpu")));
    }
}
