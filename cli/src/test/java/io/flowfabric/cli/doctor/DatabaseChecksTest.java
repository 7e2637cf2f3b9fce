package io.flowfabric.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.Cli;
import io.flowfabric.cli.address.StoreAddress;
import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.sdk.FlowFabric;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each problem of a database, planted in a PostgreSQL server. */
@Timeout(120)
class DatabaseChecksTest {
    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(ServerOptions.FAST);
        Cli.run("migrate", "--apply", "--store", server.address());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void soundDatabaseHasNoProblem() {
        var ran = Cli.run("doctor", "--store", server.address());

        assertThat(ran.out()).contains("ok   indexes", "ok   wake-ups", "ok   transactions");
    }

    @Test
    void invalidIndexIsFound() throws Exception {
        try (Connection connection = connect()) {
            Cli.run("submit", "--store", server.address());
            Cli.run("submit", "--store", server.address());
            try {
                execute(
                        connection,
                        "CREATE UNIQUE INDEX CONCURRENTLY broken ON flowfabric.executions ((created_at * 0))");
            } catch (SQLException duplicates) {
                assertThat(duplicates.getSQLState()).isEqualTo("23505");
            }

            assertThat(look(new IndexCheck()))
                    .isInstanceOfSatisfying(
                            Finding.class, finding -> assertThat(finding.what()).isEqualTo("invalid: broken"));
            execute(connection, "DROP INDEX flowfabric.broken");
            assertThat(look(new IndexCheck())).isInstanceOf(Fine.class);
        }
    }

    @Test
    void transactionThatStaysOpenIsFound() throws Exception {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            execute(connection, "SELECT 1");

            assertThat(look(new LongTransactionCheck(Duration.ZERO)))
                    .isInstanceOfSatisfying(
                            Finding.class,
                            finding -> assertThat(finding.what() + finding.remedy())
                                    .contains("idle in transaction", "pg_terminate_backend"));
            connection.rollback();
            assertThat(look(new LongTransactionCheck(Duration.ofMinutes(1)))).isInstanceOf(Fine.class);
        }
    }

    @Test
    void bloatedTableIsFound() throws Exception {
        try (Connection connection = connect()) {
            execute(connection, "ALTER TABLE flowfabric.settings SET (autovacuum_enabled = false)");
            execute(connection, "UPDATE flowfabric.settings SET value = value");
            execute(connection, "UPDATE flowfabric.settings SET value = value");
            execute(connection, "UPDATE flowfabric.settings SET value = value");
        }
        // The server counts now and then.
        Diagnosis seen;
        do {
            seen = look(new BloatCheck(2));
        } while (!(seen instanceof Finding));

        assertThat(seen.what()).contains("settings has", "dead rows");
        assertThat(look(new BloatCheck(10_000))).isInstanceOf(Fine.class);
    }

    @Test
    void deafAddressIsFound() {
        var deaf = new StoreHealth(List.of(), List.of(), List.of(), Optional.of(false));

        assertThat(new ListenCheck().look(patient(deaf))).isInstanceOf(Finding.class);
        assertThat(look(new ListenCheck())).isInstanceOf(Fine.class);
    }

    private static Diagnosis look(Check check) {
        var address = StoreAddress.parse(server.address());
        return check.look(patient(address.health()));
    }

    private static Patient patient(StoreHealth health) {
        try (var fabric = FlowFabric.open("sqlite::memory:")) {
            return new Patient(fabric.engine(), Optional.of(health), List.of(), Clock.systemUTC());
        }
    }

    private static Connection connect() throws SQLException {
        var address = URI.create(server.address());
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
