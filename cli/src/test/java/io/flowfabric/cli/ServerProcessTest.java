package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals")
class ServerProcessTest {
    private static final String SUBMIT = "{'namespace':'shop','execution_kind':'charge','lane_id':'other'}";
    private static final String CLAIM =
            "{'lane_id':'main','worker_id':'w','worker_instance_id':'w-1','max_wait_ms':30000}";

    @TempDir
    Path directory;

    @Test
    void serverThatIsTerminatedAnswersWhoeverWaitsAndEndsWithoutAnError() throws Exception {
        Path file = directory.resolve("test.db");
        try (var server = ServerProcess.start("sqlite:" + file);
                var feed = server.send("GET /v1/events HTTP/1.0", "");
                var parked = server.send("POST /v1/ops/claim HTTP/1.1", CLAIM);
                var other = DriverManager.getConnection("jdbc:sqlite:" + file);
                var lock = other.createStatement()) {
            assertThat(feed.line()).contains(" 200 ");
            // Nobody can write while this is open, so that the next request stays under way.
            lock.execute("BEGIN IMMEDIATE");
            try (var underWay = server.send("POST /v1/ops/create_execution HTTP/1.1", SUBMIT)) {
                server.terminate();
                while (server.accepts()) {
                    Thread.onSpinWait();
                }
                lock.execute("ROLLBACK");

                assertThat(underWay.rest()).first().asString().contains(" 200 ");
            }
            assertThat(parked.rest()).anyMatch("\"NoWork\""::equals);
            assertThat(feed.rest()).isNotEmpty();
            assertThat(server.exitCode()).isZero();
        }
    }
}
