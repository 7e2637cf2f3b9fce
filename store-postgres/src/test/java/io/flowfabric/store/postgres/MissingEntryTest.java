package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.timer.ReconcileExecutionIndex;
import io.flowfabric.store.testkit.Client;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An execution whose entry was deleted by hand would never be found; the look through the index reports it. */
class MissingEntryTest {
    private final String address = TestPostgres.freshAddress();
    private final Client client = Client.of(TestPostgres.open(address));

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fresh_entries", "due_entries", "lease_entries", "ended_entries"})
    void missingEntryIsReported(String table) throws Exception {
        executionInEveryTable();
        assertThat(errors()).isZero();

        int deleted = delete(table);

        assertThat(deleted).isOne();
        assertThat(errors()).isOne();
    }

    @Test
    void executionWithoutItsEntryIsNotClaimed() throws Exception {
        client.create();
        delete("fresh_entries");

        assertThat(client.claim(1, Duration.ZERO)).isEmpty();
        assertThat(errors()).isOne();
    }

    /** One that is delayed, one that ended, one that is leased, one that waits. */
    private void executionInEveryTable() {
        client.create(Client.submission().delayUntil(Long.MAX_VALUE / 4));
        client.create();
        client.complete(client.claim(1, Duration.ZERO).get(0));
        client.create();
        client.claim(1, Duration.ZERO);
        client.create();
    }

    private long errors() {
        return client.engine()
                .call(Catalogue.RECONCILE_EXECUTION_INDEX, ReconcileExecutionIndex.ALL)
                .errors();
    }

    private int delete(String table) throws SQLException {
        var schema = PostgresAddress.parse(address).schema();
        try (var connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            return statement.executeUpdate(schema.in("DELETE FROM ff." + table));
        }
    }
}
