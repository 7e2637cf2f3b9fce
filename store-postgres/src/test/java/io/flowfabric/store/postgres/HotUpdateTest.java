package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HotUpdateTest {
    private static final int EXECUTIONS = 1_000;
    private static final int BATCH = 250;

    private static final String COUNTS = """
            SELECT pg_stat_get_tuples_updated('ff.executions'::regclass),
                pg_stat_get_tuples_hot_updated('ff.executions'::regclass)""";

    /** Also when a claim takes all rows of a page at once. */
    @Test
    void changesOfExecutionsTouchNoIndex() throws Exception {
        String address = TestPostgres.freshAddress();
        try (var client = Client.of(TestPostgres.open(address))) {
            client.createAll(Client.submission(), EXECUTIONS);
            for (int i = 0; i < EXECUTIONS / BATCH; i++) {
                client.completeAll(client.claim(BATCH, Duration.ZERO));
            }
        }

        var counts = new long[2];
        try (Connection connection = TestPostgres.connect(address)) {
            while (counts[0] < 2 * EXECUTIONS) {
                counts = counts(connection, address);
            }
        }
        assertThat(counts[1]).as("heap-only updates of %d", counts[0]).isGreaterThan(counts[0] * 9 / 10);
    }

    private static long[] counts(Connection connection, String address) throws SQLException {
        try (var statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        PostgresAddress.parse(address).schema().in(COUNTS))) {
            row.next();
            return new long[] {row.getLong(1), row.getLong(2)};
        }
    }
}
