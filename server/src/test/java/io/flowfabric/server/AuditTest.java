package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AuditTest extends SqliteSuite {
    @Test
    void whatAdministratorsDoIsWrittenDownWithoutPayloads() throws IOException {
        var file = KeyFiles.in(keys, KeyFiles.key("ops", "'admin'", ""), KeyFiles.key("dev", "'work'", ""));
        var caller = new HttpCaller(another(file.config()).address());
        var ops = caller.with("t-ops");
        String id = ops.call(
                        "create_execution",
                        "{'namespace':'shop','execution_kind':'k','lane_id':'main','input_payload':{'text':'hidden'}}")
                .variant("Created")
                .get("execution_id")
                .textValue();
        String change = "{'execution_id':'%s','new_priority':7}".formatted(id);

        try (var log = new LogWatch("io.flowfabric.audit", Level.INFO)) {
            ops.send(ops.post("change_priority", change).header("X-Request-Id", "r-1"))
                    .join();
            caller.with("t-dev").call("change_priority", change);
            ops.call("replay_execution", "{'execution_id':'%s'}".formatted(id));
            ops.call("claim", claim(""));
            ops.call(
                    "complete_execution",
                    "{'execution_id':'%s','source':'operator_override','result_payload':{'text':'hidden'}}"
                            .formatted(id));

            assertThat(log.lines()).hasSize(4).noneMatch(line -> line.contains("hidden") || line.contains("t-ops"));
            assertThat(log.lines().get(0))
                    .isEqualTo("admin_operation key=ops operation=change_priority on=[%s] outcome=ok request=r-1"
                            .formatted(id));
            assertThat(log.lines().get(1)).contains("key=dev operation=change_priority", "outcome=scope_required");
            assertThat(log.lines().get(2))
                    .contains("operation=replay_execution on=[%s]".formatted(id), "outcome=execution_not_terminal");
            assertThat(log.lines().get(3)).contains("operation=complete_execution", "outcome=ok");
        }
    }
}
