package io.flowfabric.model.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.model.op.read.ExecCoreFields;
import io.flowfabric.model.op.read.ExecutionInfo;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.op.tag.SetTagsOutcome;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What readers elsewhere see of an execution and of the registry. */
class ExecutionViewsInJsonTest {
    private static final ObjectMapper JSON = FlowFabricJson.mapper();
    private static final Execution WAITING = Samples.execution(
            StateVector.of(VectorRow.ELIGIBLE, AttemptState.PENDING_FIRST_ATTEMPT), Optional.empty(), Optional.empty());

    @Test
    void snapshotShowsTheSummaryAndNotTheRecord() {
        var snapshot = new ExecutionSnapshot(WAITING, "charge", Map.of("acme.order", "o-1"));

        JsonNode tree = JSON.valueToTree(snapshot);

        assertThat(JSON.convertValue(tree, Object.class))
                .isEqualTo(Map.of(
                        "execution_id",
                        WAITING.id().toString(),
                        "execution_kind",
                        "charge",
                        "lane_id",
                        "default",
                        "namespace",
                        "tests",
                        "public_state",
                        "waiting",
                        "blocking_reason",
                        "waiting_for_worker",
                        "created_at",
                        1000L,
                        "last_mutation_at",
                        1000L,
                        "total_attempt_count",
                        0,
                        "tags",
                        Map.of("acme.order", "o-1")));
    }

    @Test
    void infoWritesTimesAsTextAndAlwaysNamesTheFlow() throws Exception {
        JsonNode tree = JSON.valueToTree(ExecutionInfo.of(WAITING, "charge"));

        assertThat(tree.get("created_at").textValue()).isEqualTo("1000");
        assertThat(tree.get("flow_id").isNull()).isTrue();
        assertThat(tree.has("started_at")).isFalse();
        assertThat(tree.get("state_vector").get("eligibility_state").textValue())
                .isEqualTo("eligible_now");
        assertThat(JSON.treeToValue(tree, ExecutionInfo.class)).isEqualTo(ExecutionInfo.of(WAITING, "charge"));
    }

    @Test
    void infoOfAnEndedExecutionHasItsEndAsText() {
        var ended = WAITING.edit().completedAt(OptionalLong.of(2000)).done();

        JsonNode tree = JSON.valueToTree(ExecutionInfo.of(ended, "charge"));
        assertThat(tree.get("completed_at").textValue()).isEqualTo("2000");
    }

    @Test
    void coreFieldsAreABareObjectWithNulls() throws Exception {
        var values = new LinkedHashMap<String, Optional<String>>();
        values.put("public_state", Optional.of("waiting"));
        values.put("no_such", Optional.empty());

        assertThat(JSON.writeValueAsString(new ExecCoreFields(values)))
                .isEqualTo("{\"public_state\":\"waiting\",\"no_such\":null}");
    }

    @Test
    void outcomesOfTheRegistryAndOfTagsAreTaggedByTheirVariant() throws Exception {
        assertThat(JSON.writeValueAsString(new RegisterWorkerOutcome.Registered()))
                .isEqualTo("\"Registered\"");
        assertThat(JSON.writeValueAsString(new HeartbeatWorkerOutcome.Refreshed(5)))
                .isEqualTo("{\"Refreshed\":{\"next_expiry_ms\":5}}");
        assertThat(JSON.writeValueAsString(new SetTagsOutcome.Ok(2))).isEqualTo("{\"Ok\":{\"count\":2}}");
    }
}
