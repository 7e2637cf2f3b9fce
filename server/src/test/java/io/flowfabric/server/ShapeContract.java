package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** 08, lines 1 and 21: every operation with valid arguments, and the explanation of an execution in every state. */
abstract class ShapeContract extends ServerSuite {
    /** 01 §3.3, as far as the states can be reached; the first code of 08 §8. */
    private static final Map<String, String> FIRST_CODES = Map.ofEntries(
            Map.entry("free", "waiting_for_worker"),
            Map.entry("interrupted", "waiting_for_worker"),
            Map.entry("demanding", "waiting_for_capable_worker"),
            Map.entry("granted", "granted"),
            Map.entry("delayed", "waiting_for_delay"),
            Map.entry("backing off", "waiting_for_retry_backoff"),
            Map.entry("broke", "waiting_for_budget"),
            Map.entry("blocked", "waiting_for_quota"),
            Map.entry("routed", "waiting_for_capable_worker"),
            Map.entry("paused", "paused_by_operator"),
            Map.entry("barred", "paused_by_policy"),
            Map.entry("held", "running"),
            Map.entry("lease expired", "lease_expired"),
            Map.entry("revoked", "lease_revoked"),
            Map.entry("completed", "ended"),
            Map.entry("failed", "ended"),
            Map.entry("cancelled", "ended"),
            Map.entry("expired", "ended"));

    @Test
    void everyOperationAnswersInItsShape() {
        var stage = new Stage(http);
        var asked = new TreeSet<String>();

        for (var row : ShapeRow.built()) {
            String arguments = Stage.fill(row.arguments(), stage.set(row.state()));
            var answer = http.call(row.operation(), arguments);

            assertThat(answer.status())
                    .as("%s %s answered %s", row.operation(), arguments, answer.body())
                    .isEqualTo(200);
            assertThat(Shape.fits(answer.body(), row.shape()))
                    .as(
                            "%s of an execution that is %s: %s is %s",
                            row.operation(), row.state(), answer.body(), row.shape())
                    .isTrue();
            asked.add(row.operation());
        }

        assertThat(asked)
                .as("operations with a row in the table")
                .containsExactlyInAnyOrderElementsOf(ShapeRow.operations());
    }

    @Test
    void explanationOfEveryStateBeginsWithItsReason() {
        var stage = new Stage(http);
        FIRST_CODES.forEach((state, code) -> {
            String id = stage.set(state).get("$ID");

            var explained = http.call("explain_execution", "{'execution_id':'%s'}".formatted(id));

            assertThat(explained.body().at("/reasons/0/code").textValue())
                    .as("%s: %s", state, explained.body())
                    .isEqualTo(code);
            assertThat(http.get("/v1/executions/%s/explain"
                                    .formatted(id.replace("{", "%7B").replace("}", "%7D")))
                            .body()
                            .at("/reasons/0/code")
                            .textValue())
                    .as(state)
                    .isEqualTo(code);
        });
    }
}
