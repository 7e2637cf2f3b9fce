package io.flowfabric.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.DeafProxy;
import io.flowfabric.cli.command.Cli;
import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each problem that {@code ff doctor} knows, planted in a database of its own, found, explained, and gone when mended. */
@Timeout(120)
class PlantedProblemsTest {
    private static PostgresServer server;

    private String store;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(ServerOptions.DURABLE);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void createDatabase() throws SQLException {
        String name = "d" + UUID.randomUUID().toString().replace("-", "");
        try (var connection = connect(server.address())) {
            execute(connection, "CREATE DATABASE " + name);
        }
        store = server.address().replaceFirst("/[^/]*$", "/" + name);
        onStore("migrate", "--apply");
        assertFine();
    }

    @Test
    void missingMigration() throws SQLException {
        try (var connection = connect(store)) {
            execute(
                    connection,
                    "DELETE FROM flowfabric.migrations WHERE version = (SELECT max(version) FROM flowfabric.migrations)");
        }

        assertFound("migrations", "missing: ", "ff migrate --apply");
    }

    @Test
    void invalidIndex() throws SQLException {
        try (var connection = connect(store)) {
            register("w", "[]");
            submit();
            submit();
            try {
                execute(
                        connection,
                        "CREATE UNIQUE INDEX CONCURRENTLY broken ON flowfabric.executions ((created_at * 0))");
            } catch (SQLException duplicates) {
                assertThat(duplicates.getSQLState()).isEqualTo("23505");
            }

            assertFound("indexes", "broken", "REINDEX");

            execute(connection, "DROP INDEX flowfabric.broken");
            assertThat(doctor().out()).contains("ok   indexes");
        }
    }

    @Test
    void clockSkew() {
        for (long hours : new long[] {-1, 1}) {
            var skewed = Clock.offset(Clock.systemUTC(), Duration.ofHours(hours));

            var ran = Cli.runAt(skewed, "doctor", "--store", store);

            assertThat(ran.exitCode()).isEqualTo(ExitCodes.PROBLEMS);
            assertThat(ran.out())
                    .containsPattern("bad  clock +this machine is (59|60) min " + (hours < 0 ? "behind" : "ahead of"))
                    .contains("NTP");
        }
    }

    @Test
    void capabilityThatNoWorkerHas() {
        register("lacking", "[]");
        String id = onStore("submit", "--policy", "{\"routing_requirements\":{\"required_capabilities\":[\"gpu\"]}}")
                .line();

        assertFound("capabilities", id, "Start a worker with these capabilities");

        register("having", "[\"gpu\"]");
        assertFine();
    }

    @Test
    void expiredLeasesWithNoEngineRunning() {
        String id = submit();
        register("gone", "[]");
        onStore(
                "call",
                "claim",
                "--json-args",
                "{\"lane_id\":\"default\",\"worker_id\":\"gone\",\"worker_instance_id\":\"gone\",\"lease_ttl_ms\":1}");

        assertFound("leases", id, "ff worker", "--expired-for", "0s");

        onStore("call", "mark_lease_expired_if_due", "--arg", "execution_id=" + id);
        assertFine("--expired-for", "0s");
    }

    @Test
    void followUpThatKeepsFailing() throws SQLException {
        try (var connection = connect(store)) {
            execute(connection, """
                    INSERT INTO flowfabric.follow_ups (kind, subject, position, failures, next_try_at)
                    VALUES ('release_routes', 'shop w1', '', 5, 9000000000000)""");

            assertFound("follow-ups", "1 follow-up", "level WARN");

            execute(connection, "DELETE FROM flowfabric.follow_ups");
        }
        assertFine();
    }

    @Test
    void longOpenTransaction() throws SQLException {
        try (var connection = connect(store)) {
            connection.setAutoCommit(false);
            execute(connection, "SELECT 1");

            assertFound("transactions", "idle in transaction", "pg_terminate_backend", "--open-for", "0s");

            connection.rollback();
        }
        assertFine();
    }

    @Test
    void bloatedTable() throws SQLException {
        try (var connection = connect(store)) {
            execute(connection, "ALTER TABLE flowfabric.settings SET (autovacuum_enabled = false)");
            for (int i = 0; i < 3; i++) {
                execute(connection, "UPDATE flowfabric.settings SET value = value");
            }
            // What was done is counted when a session has nothing else to do, or is asked to.
            execute(connection, "SELECT pg_stat_force_next_flush()");

            assertFound("tables", "settings has", "VACUUM flowfabric.settings", "--dead-rows", "2");

            execute(connection, "VACUUM flowfabric.settings");
            assertFine("--dead-rows", "2");
        }
    }

    @Test
    void backlogWithoutAWorker() {
        String id = submit();

        assertFound("backlog", id, "Start a worker");

        register("w", "[]");
        assertFine();
    }

    @Test
    void laggingSubscriber() {
        onStore(
                "call",
                "acquire_cursor",
                "--json-args",
                "{\"namespace\":\"default\",\"name\":\"billing\",\"subscriber\":\"s\",\"start\":\"start\"}");
        for (int i = 0; i < 3; i++) {
            onStore("cancel", submit(), "--reason", "no");
        }

        assertFound("subscribers", "billing", "delete_cursor", "--behind", "2");
        assertFine("--behind", "3");
    }

    @Test
    void isolationThatReadsBeforeTheLock() throws SQLException {
        try (var connection = connect(store)) {
            execute(
                    connection,
                    "ALTER DATABASE %s SET default_transaction_isolation = 'repeatable read'"
                            .formatted(store.substring(store.lastIndexOf('/') + 1)));
        }

        assertFound("settings", "repeatable read", "RESET default_transaction_isolation");
    }

    @Test
    void noListenBehindAPooler() throws Exception {
        try (var proxy = new DeafProxy(server.port())) {
            store = store.replace(":" + server.port() + "/", ":" + proxy.port() + "/");

            assertFound("wake-ups", "LISTEN hears nothing", "session mode");
        }
    }

    private void assertFound(String check, String what, String remedy, String... tolerance) {
        var ran = doctor(tolerance);
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.PROBLEMS);
        var lines = ran.out().lines().toList();
        var found = lines.stream().filter(line -> line.startsWith("bad ")).toList();
        assertThat(found).as(ran.out()).singleElement().asString().contains(check, what);
        int at = lines.indexOf(found.get(0));
        assertThat(lines.get(at + 1)).containsPattern("^ +why +\\S");
        assertThat(lines.get(at + 2)).containsPattern("^ +do +\\S").contains(remedy);
    }

    private void assertFine(String... tolerance) {
        var ran = doctor(tolerance);
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    }

    private Cli.Ran doctor(String... tolerance) {
        var arguments = new ArrayList<>(List.of("doctor"));
        arguments.addAll(List.of(tolerance));
        return onStore(arguments.toArray(String[]::new));
    }

    private String submit() {
        return onStore("submit").line();
    }

    private void register(String worker, String capabilities) {
        onStore(
                "call",
                "register_worker",
                "--json-args",
                ("{\"worker_id\":\"%s\",\"worker_instance_id\":\"%s\",\"namespace\":\"default\",\"lanes\":[\"default\"],"
                                + "\"liveness_ttl_ms\":600000,\"capabilities\":%s}")
                        .formatted(worker, worker, capabilities));
    }

    private Cli.Ran onStore(String... command) {
        var arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--store", store));
        var ran = Cli.run(arguments.toArray(String[]::new));
        assertThat(ran.err()).isEmpty();
        return ran;
    }

    private static Connection connect(String store) throws SQLException {
        var address = URI.create(store);
        return DriverManager.getConnection(
                "jdbc:postgresql://%s:%d%s".formatted(address.getHost(), address.getPort(), address.getPath()),
                address.getUserInfo(),
                "");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
