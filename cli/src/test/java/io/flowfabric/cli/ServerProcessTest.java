package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.embedded.SharedServer;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Map;
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
    void serverThatIsTerminatedAnswersWaitingCallsAndEndsWithoutAnError() throws Exception {
        Path file = directory.resolve("test.db");
        try (var server = ServerProcess.start("sqlite:" + file);
                var other = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            assertEndsInGoodOrder(server, other, "BEGIN IMMEDIATE");
        }
    }

    @Test
    void serverOnPostgresThatIsTerminatedDoesTheSame() throws Exception {
        String address = SharedServer.freshAddress();
        String schema = address.replaceAll(".*schema=", "");
        try (var server = ServerProcess.start(address);
                var other = connect(URI.create(address))) {
            assertEndsInGoodOrder(server, other, "BEGIN; LOCK TABLE %s.executions IN EXCLUSIVE MODE".formatted(schema));
        }
    }

    /** @param hold keeps others from writing to the database, so that a request stays under way */
    private static void assertEndsInGoodOrder(ServerProcess server, Connection other, String hold) throws Exception {
        try (var feed = server.send("GET /v1/events HTTP/1.0", "");
                var parked = server.send("POST /v1/ops/claim HTTP/1.1", CLAIM);
                var lock = other.createStatement()) {
            assertThat(feed.line()).contains(" 200 ");
            lock.execute(hold);
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

    private static Connection connect(URI address) throws Exception {
        String[] login = address.getUserInfo().split(":", 2);
        return DriverManager.getConnection(
                "jdbc:postgresql://%s:%d%s".formatted(address.getHost(), address.getPort(), address.getPath()),
                login[0],
                login.length > 1 ? login[1] : "");
    }

    @Test
    void strangersAreServedWithTwoWarningsIfThatIsWanted() throws Exception {
        try (var server = openToAll(Map.of("FF_INSECURE", "1"))) {
            server.awaitLine(line -> line.startsWith("ff: serving http://0.0.0.0:"));

            assertThat(server.awaitLine(line -> line.startsWith("ff: WARNING: ")))
                    .contains("NO KEY IS NEEDED", "administrate", "revoke_lease");
            assertThat(server.awaitLine(line -> line.startsWith("ff: WARNING: ")))
                    .contains("NO KEY IS NEEDED", "inputs and results", "get_execution_result");
        }
    }

    @Test
    void strangersAreNotServedUnlessThatIsWanted() throws Exception {
        try (var server = openToAll(Map.of())) {
            assertThat(server.awaitLine(line -> line.contains("FF_INSECURE"))).contains("FF_API_TOKEN", "0.0.0.0");
            assertThat(server.exitCode()).isEqualTo(1);
        }
    }

    private static FfProcess openToAll(Map<String, String> settings) throws Exception {
        return FfProcess.start(settings, "server", "--store", "sqlite::memory:", "--listen", "0.0.0.0:0");
    }
}
