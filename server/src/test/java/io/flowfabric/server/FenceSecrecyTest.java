package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.engine.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys without scope admin cannot affect executions that other callers hold or submitted. */
class FenceSecrecyTest extends ServerSuite {
    private static final String SUBMISSION =
            "{'namespace':'a','execution_kind':'charge','lane_id':'main','creator_identity':'ann'}";

    @TempDir
    Path directory;

    private HttpCaller root;
    private HttpCaller submitter;
    private HttpCaller other;
    private HttpCaller worker;

    @Override
    Store openStore() {
        return TestStores.sqlite(directory);
    }

    @Override
    ServerConfig config() throws IOException {
        return withKeys(
                KeyFiles.key("root", "'admin'", ""),
                KeyFiles.key("shop-1", "'submit'", ",'submits_as':'shop'"),
                KeyFiles.key("shop-2", "'submit'", ",'submits_as':'shop'"),
                KeyFiles.key("other", "'submit'", ""),
                KeyFiles.key("worker", "'work','submit'", ""));
    }

    @BeforeEach
    void takeKeys() {
        root = http.with("token-of-key-root");
        submitter = http.with("token-of-key-shop-1");
        other = http.with("token-of-key-other");
        worker = http.with("token-of-key-worker");
    }

    @Test
    void leaseOfAnotherIsInNoAnswerToAKeyWithoutScopeAdmin() {
        var samples = new Samples(root);
        var claim = held();
        String id = claim.get("execution_id").textValue();
        String lease = claim.get("lease_id").textValue();
        var known = Map.of("execution_id", id, "lane_id", "main");
        for (Operation<?, ?> operation : Catalogue.all()) {
            if (operation.scope() != Scope.ADMIN) {
                String arguments = samples.of(operation.name(), known);
                var answer = worker.call(
                        operation.name(),
                        samples.mention(operation.name(), "max_wait_ms")
                                ? arguments
                                        .replaceFirst("}$", ",\"max_wait_ms\":0}")
                                        .replace("{,", "{")
                                : arguments);
                assertThat(answer.body().toString())
                        .as("%s: %d", operation.name(), answer.status())
                        .doesNotContain(lease);
            }
        }
        assertThat(worker.call("subscribe_events", "{'cursor':'start'}").body().toString())
                .contains(id)
                .doesNotContain(lease);
        String fields = "{'execution_id':'%s','fields':['current_lease_id','current_lease_epoch']}".formatted(id);
        assertThat(worker.call("read_exec_core_fields", fields).body().toString())
                .contains("00000000-0000-0000-0000-000000000000")
                .doesNotContain(lease);
        assertThat(root.call("read_exec_core_fields", fields).body().toString()).contains(lease);
        assertThat(root.call("describe_execution", "{'execution_id':'%s'}".formatted(id))
                        .body()
                        .toString())
                .contains(lease);
    }

    @Test
    void executionIsCancelledByItsSubmitterAndAdministratorsOnly() {
        for (String source : new String[] {"", ",'source':'flow_cascade'", ",'source':'system_timeout'"}) {
            String id = submitted();
            assertThat(cancel(other, id, source).status()).as(source).isEqualTo(403);
            assertThat(cancel(worker, id, source).status()).as(source).isEqualTo(403);
            assertThat(cancel(submitter, id, source).status()).as(source).isEqualTo(200);
        }
        assertThat(cancel(root, submitted(), "").status()).isEqualTo(200);
        assertThat(cancel(http.with("token-of-key-shop-2"), submitted(), "").status())
                .as("the key that replaces the submitter's")
                .isEqualTo(200);
        String unknown = submitted().replaceAll("[0-9a-f]{8}$", "00000000");
        assertThat(cancel(other, unknown, "").status()).isEqualTo(404);
    }

    @Test
    void nameOfTheSubmitterCannotBeBorrowed() {
        String id = other.call("create_execution", SUBMISSION.replace("'ann'", "'ann@shop'"))
                .variant("Created")
                .get("execution_id")
                .textValue();

        assertThat(cancel(submitter, id, "").status()).isEqualTo(403);
        String fields = "{'execution_id':'%s','fields':['creator_identity']}".formatted(id);
        assertThat(root.call("read_exec_core_fields", fields).body().toString()).contains("ann@shop@other");
        var batch = other.call("submit_batch", "{'executions':[%s]}".formatted(SUBMISSION));
        String batched = batch.body().at("/results/0/Created/execution_id").textValue();
        assertThat(cancel(submitter, batched, "").status()).isEqualTo(403);
        assertThat(cancel(other, batched, "").status()).isEqualTo(200);
    }

    @Test
    void everyCancelIsWrittenDown() {
        String id = submitted();
        try (var log = new LogWatch("io.flowfabric.audit", Level.INFO)) {
            cancel(other, id, "");
            cancel(submitter, id, "");
            String handle = held().get("handle").textValue();
            worker.call("cancel", "{'handle':'%s','reason':'no longer wanted'}".formatted(handle));

            assertThat(log.lines())
                    .anyMatch(line -> line.contains("key=other operation=cancel_execution") && line.contains(id))
                    .anyMatch(line -> line.contains("key=shop-1 operation=cancel_execution")
                            && line.contains(id)
                            && line.contains("outcome=ok"))
                    .anyMatch(line -> line.contains("key=worker operation=cancel "));
        }
    }

    private static HttpAnswer cancel(HttpCaller by, String id, String more) {
        return by.call("cancel_execution", "{'execution_id':'%s','reason':'because'%s}".formatted(id, more));
    }

    private String submitted() {
        return submitter
                .call("create_execution", SUBMISSION)
                .variant("Created")
                .get("execution_id")
                .textValue();
    }

    /** The execution of another worker. */
    private JsonNode held() {
        submitted();
        return root.call("claim", claim(",'lease_ttl_ms':60000")).variant("Claimed");
    }
}
