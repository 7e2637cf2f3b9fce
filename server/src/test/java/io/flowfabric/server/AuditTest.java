package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuditTest extends SqliteSuite {
    private final LogWatch log = new LogWatch("io.flowfabric.audit", Level.INFO);
    private HttpCaller ops;
    private HttpCaller dev;
    private HttpCaller bound;

    @Override
    ServerConfig config() throws IOException {
        return withKeys(
                KeyFiles.key("ops", "'admin'", ""),
                KeyFiles.key("dev", "'work'", ""),
                KeyFiles.key("bound", "'admin'", ",'namespace':'bank'"));
    }

    @BeforeEach
    void takeTheKeys() {
        ops = http.with("token-of-key-ops");
        dev = http.with("token-of-key-dev");
        bound = http.with("token-of-key-bound");
        http = ops;
    }

    @AfterEach
    void stopWatching() {
        log.close();
    }

    @Test
    void whatAdministratorsDoIsWrittenDownWithoutPayloads() {
        String id = submit("'input_payload':{'text':'hidden'}");
        String change = "{'execution_id':'%s','new_priority':7}".formatted(id);

        ops.send(ops.post("change_priority", change).header("X-Request-Id", "r-1"))
                .join();
        dev.call("change_priority", change);
        ops.call("replay_execution", "{'execution_id':'%s'}".formatted(id));
        ops.call("claim", claim(""));
        ops.call(
                "complete_execution",
                "{'execution_id':'%s','source':'operator_override','result_payload':{'text':'hidden'}}".formatted(id));

        assertThat(lines()).hasSize(4);
        assertThat(lines().get(0))
                .isEqualTo("admin_operation key=ops operation=change_priority on=[%s] outcome=ok request=r-1"
                        .formatted(id));
        assertThat(lines().get(1)).contains("key=dev operation=change_priority", "outcome=scope_required");
        assertThat(lines().get(2))
                .contains("operation=replay_execution on=[%s]".formatted(id), "outcome=execution_not_terminal");
        assertThat(lines().get(3)).contains("operation=complete_execution", "outcome=ok");
    }

    @Test
    void failingWhatAnotherHoldsIsLoggedAllowedOrNot() {
        String id = submit();
        ops.call("claim", claim(""));
        String failure = "{'execution_id':'%s','source':'operator_override','failure_reason':'hidden'}".formatted(id);

        assertThat(dev.call("fail_execution", failure).status()).isEqualTo(403);
        assertThat(ops.call("fail_execution", failure).status()).isEqualTo(200);

        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0))
                .contains("key=dev operation=fail_execution on=[%s] outcome=scope_required".formatted(id));
        assertThat(lines().get(1)).contains("key=ops operation=fail_execution on=[%s] outcome=ok".formatted(id));
    }

    /** Whether the operation belongs to no namespace, or the key names another's. */
    @Test
    void whatANamespaceForbidsAnAdministratorIsWrittenDown() {
        assertThat(bound.call("sweep_workers", "{}").status()).isEqualTo(403);
        assertThat(bound.call("delete_cursor", "{'namespace':'shop','name':'c'}")
                        .status())
                .isEqualTo(403);

        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0)).contains("key=bound operation=sweep_workers", "outcome=namespace_forbidden");
        assertThat(lines().get(1)).contains("key=bound operation=delete_cursor", "outcome=namespace_forbidden");
    }

    @Test
    void whatComesOverFlowFabricsRoutesIsWrittenDownAsTheOperationBehindThem() {
        String id = submit();
        assertThat(send(dev, "PUT", id, "/priority")).isEqualTo(403);
        assertThat(send(ops, "PUT", id, "/priority")).isEqualTo(200);
        ops.call("claim", claim(""));
        assertThat(send(ops, "POST", id, "/revoke-lease")).isEqualTo(200);
        ops.call("cancel_execution", "{'execution_id':'%s','reason':'no'}".formatted(id));
        assertThat(send(ops, "POST", id, "/replay")).isEqualTo(200);

        assertThat(lines()).hasSize(5);
        assertThat(lines().get(0)).contains("key=dev operation=change_priority", "outcome=scope_required");
        List<String> operations = List.of("change_priority", "revoke_lease", "cancel_execution", "replay_execution");
        for (int i = 0; i < operations.size(); i++) {
            assertThat(lines().get(i + 1))
                    .contains("key=ops operation=%s on=[%s] outcome=ok".formatted(operations.get(i), id));
        }
    }

    private static int send(HttpCaller caller, String method, String id, String more) {
        return caller.send(caller.request(RouteSuite.path(id, more))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString("{\"new_priority\":7}")))
                .join()
                .status();
    }

    /** The audit log, which contains no secrets. */
    private List<String> lines() {
        assertThat(log.lines()).noneMatch(line -> line.matches(".*(hidden|token-of-key).*"));
        return log.lines();
    }
}
