package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.EngineSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another program holds the write lock of the file, under a server that goes on. */
class SqliteOutageTest extends SqliteSuite {
    private static final String SUBMISSION = "{'namespace':'shop','execution_kind':'charge','lane_id':'main'}";

    /** How long a call waits for its turn. */
    private static final EngineSettings BRIEF = EngineSettings.DEFAULT.withCallTimeout(Duration.ofMillis(500));

    private FlowFabricServer hasty;
    private Connection other;

    @BeforeEach
    void connect() throws SQLException {
        hasty = another(ServerConfig.LOOPBACK, BRIEF);
        http = new HttpCaller(hasty.address());
        other = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"));
    }

    @AfterEach
    void disconnect() throws SQLException {
        other.close();
    }

    @Test
    void writesAreRefusedWhileReadsGoOnAndAllIsWellAfterwards() throws SQLException {
        String before = submit();
        var claimed = http.call("claim", claim(",'lease_ttl_ms':600000")).variant("Claimed");
        execute("BEGIN IMMEDIATE");

        assertNothingWritten(http.call("create_execution", SUBMISSION));
        assertNothingWritten(http.call("complete", OperationContract.withHandle(claimed, "")));
        assertThat(http.get("/healthz").status()).isEqualTo(200);
        assertThat(http.get("/readyz").status()).isEqualTo(200);
        assertThat(state(before)).isEqualTo("active");

        execute("ROLLBACK");

        String after = submit();
        assertThat(http.call("complete", OperationContract.withHandle(claimed, ""))
                        .status())
                .isEqualTo(200);
        assertThat(state(before)).isEqualTo("completed");
        assertThat(http.call("list_executions", "{}").variant("executions"))
                .extracting(id -> id.textValue())
                .containsExactlyInAnyOrder(before, after);
    }

    @Test
    void claimThatWaitsGetsWhatComesAfterwards() throws Exception {
        var waiting = http.later("claim", claim(",'max_wait_ms':30000"));
        Await.untilParked(hasty, 1);
        execute("BEGIN IMMEDIATE");
        assertNothingWritten(http.call("create_execution", SUBMISSION));
        execute("ROLLBACK");

        String id = submit();

        assertThat(waiting.join().variant("Claimed").get("execution_id").textValue())
                .isEqualTo(id);
    }

    private static void assertNothingWritten(HttpAnswer refused) {
        assertThat(refused.status()).as("%s", refused.body()).isEqualTo(500);
        assertThat(refused.body().get("kind").textValue()).isEqualTo("timeout");
        assertThat(refused.body().get("retryable").booleanValue()).isTrue();
        assertThat(refused.body().at("/details/applied").textValue()).isEqualTo("no");
        assertThat(refused.body().get("error").textValue()).doesNotContain("Exception", "\tat ", "jdbc");
    }

    private String state(String id) {
        return http.call("read_execution_state", "{'execution_id':'%s'}".formatted(id))
                .body()
                .textValue();
    }

    private void execute(String sql) throws SQLException {
        try (var statement = other.createStatement()) {
            statement.execute(sql);
        }
    }
}
