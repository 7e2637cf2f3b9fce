package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.engine.store.StoreHealth.OpenTransaction;
import io.flowfabric.engine.store.StoreHealth.TableRows;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.TransactionPooler;
import io.flowfabric.store.postgres.transaction.SchemaName;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PostgresHealthQueriesTest {
    private static final int EXECUTIONS = 300;

    private final String address = TestPostgres.freshAddress();
    private final SchemaName schema = PostgresAddress.parse(address).schema();
    private final Client client = Client.of(new PostgresStoreProvider().open(address, StoreOptions.DEFAULT));

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void soundStoreHasValidIndexesAndHearsOthers() {
        var health = health();

        assertThat(health.invalidIndexes()).isEmpty();
        assertThat(health.hearsOthers()).contains(true);
        assertThat(health.tables())
                .extracting(TableRows::table)
                .contains(schema.value() + ".executions", schema.value() + ".events");
    }

    @Test
    void indexThatFailedToBuildIsInvalid() throws Exception {
        client.create(2);
        try (Connection connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            statement.execute("CREATE UNIQUE INDEX CONCURRENTLY executions_twice ON %s.executions ((created_at * 0))"
                    .formatted(schema.quoted()));
        } catch (SQLException twice) {
            assertThat(twice.getSQLState()).as("duplicates").isEqualTo("23505");
        }

        assertThat(health().invalidIndexes()).containsExactly(schema.value() + ".executions_twice");
    }

    @Test
    void transactionOfSomebodyElseIsSeen() throws Exception {
        try (Connection connection = TestPostgres.connect(address)) {
            connection.setAutoCommit(false);
            long pid;
            try (var statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT pg_backend_pid()")) {
                row.next();
                pid = row.getLong(1);
            }

            assertThat(health().openTransactions())
                    .filteredOn(open -> open.pid() == pid)
                    .singleElement()
                    .satisfies(open -> {
                        assertThat(open.state()).isEqualTo("idle in transaction");
                        assertThat(open.ageMs()).isNotNegative();
                    });
            connection.rollback();
            assertThat(health().openTransactions())
                    .extracting(OpenTransaction::pid)
                    .doesNotContain(pid);
        }
    }

    @Test
    void deadRowsAreCounted() throws Exception {
        try (Connection connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            statement.execute("ALTER TABLE %s.executions SET (autovacuum_enabled = false)".formatted(schema.quoted()));
            client.create(EXECUTIONS);
            statement.execute("UPDATE %s.executions SET rank = rank".formatted(schema.quoted()));
        }
        // The server counts now and then.
        while (deadExecutions() < EXECUTIONS) {
            assertThat(Thread.interrupted()).as("it takes too long").isFalse();
        }
    }

    @Test
    void poolerThatSharesSessionsSwallowsNotifications() throws Exception {
        try (var pooler = new TransactionPooler(TestPostgres.dataSource(address), 3)) {
            assertThat(new PostgresHealthQueries(pooler.dataSource(), schema)
                            .look()
                            .hearsOthers())
                    .isEqualTo(Optional.of(false));
        }
    }

    private long deadExecutions() {
        return health().tables().stream()
                .filter(table -> table.table().equals(schema.value() + ".executions"))
                .mapToLong(TableRows::dead)
                .sum();
    }

    private StoreHealth health() {
        return new PostgresHealthQueries(TestPostgres.dataSource(address), schema).look();
    }
}
