package io.flowfabric.store.postgres.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.transaction.Vacuum.Outcome;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class VacuumTest {
    private static final int EXECUTIONS = 500;

    private final String address = TestPostgres.freshAddress();
    private final SchemaName schema = PostgresAddress.parse(address).schema();
    private final Vacuum vacuum = new Vacuum(TestPostgres.dataSource(address), new PostgresStatements(schema));

    @BeforeEach
    void keepTheServerFromIt() throws Exception {
        TestPostgres.open(address).close();
        for (String table : Population.TABLES) {
            execute(schema.in("ALTER TABLE %s SET (autovacuum_enabled = false)".formatted(table)));
        }
    }

    @Test
    void deadRowsAreRemoved() throws Exception {
        leaveDeadRows();

        assertThat(vacuum.once()).isEqualTo(Outcome.HELPED);
    }

    @Test
    void heldSnapshotMakesItUseless() throws Exception {
        try (Connection holder = TestPostgres.connect(address)) {
            holder.setAutoCommit(false);
            holder.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            holder.createStatement().executeQuery("SELECT 1");
            leaveDeadRows();

            assertThat(vacuum.once()).isEqualTo(Outcome.USELESS);
        }
    }

    @Test
    void roleThatOwnsNothingLeavesItAlone() throws Exception {
        String role = schema.value() + "_guest";
        execute("CREATE ROLE " + role + " LOGIN", "GRANT USAGE ON SCHEMA %s TO %s".formatted(schema.quoted(), role));
        try {
            var guest = TestPostgres.dataSource(address);
            guest.setUser(role);

            assertThat(new Vacuum(guest, new PostgresStatements(schema)).once()).isEqualTo(Outcome.NOT_ALLOWED);
        } finally {
            execute("DROP OWNED BY " + role, "DROP ROLE " + role);
        }
    }

    /** Of every execution the entry in its queue and that of its lease are dead. */
    private void leaveDeadRows() throws SQLException {
        int claimed;
        try (var client = Client.of(TestPostgres.open(address))) {
            client.create(EXECUTIONS);
            var claims = client.claim(EXECUTIONS / 2, Duration.ZERO);
            claims.forEach(client::complete);
            claimed = claims.size();
        }
        long dead = 0;
        while (dead < 2 * claimed) {
            dead = dead();
        }
    }

    /** What the server has counted so far; a session that is idle takes its time to tell, one that ends tells at once. */
    private long dead() throws SQLException {
        try (var connection = TestPostgres.connect(address);
                var row = connection
                        .createStatement()
                        .executeQuery(schema.in("SELECT pg_stat_get_dead_tuples('ff.fresh_entries'::regclass)"
                                + " + pg_stat_get_dead_tuples('ff.lease_entries'::regclass)"))) {
            row.next();
            return row.getLong(1);
        }
    }

    private void execute(String... statements) throws SQLException {
        try (var connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
