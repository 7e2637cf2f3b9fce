package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.postgres.table.EntryChecks;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EntriesMigrationTest {
    /** The migrations before the one of the entries. */
    private static final int VERSIONS_BEFORE = 6;

    private static final String QUEUE =
            "INSERT INTO ff.queues (namespace, lane, capabilities, kind) VALUES ('%s', '%s', '', 'noop')"
                    .formatted(Client.NAMESPACE.value(), Client.LANE.value());

    /** Twelve of each state, with every due time that the state allows, in every combination with marks and a retention. */
    private static final String EXECUTIONS = """
            INSERT INTO ff.executions (id, created_at, queue, version, vector, rank, total_attempts, retries, replays,
                reclaims, lease_epoch, last_transition_at, last_mutation_at, delay_until, lease_expires_at,
                lease_expired_at, lease_revoked_at, lease_marks, attempt_timeout_at, deadline_at, completed_at,
                retention_ttl)
            SELECT '\\x007261' || uuid_send(gen_random_uuid()), 1000 + i, 1, 1, v, -(i %% 3), 0, 0, 0, 0, 0, 2000 + i, 3000,
                CASE WHEN v BETWEEN 20 AND 49 THEN 4000 + i END, CASE WHEN v BETWEEN 110 AND 139 THEN 5000 + i END,
                CASE WHEN v BETWEEN 120 AND 129 THEN 6000 + i END, CASE WHEN v BETWEEN 130 AND 139 THEN 7000 + i END,
                CASE WHEN v BETWEEN 130 AND 139 AND i %% 2 = 0 THEN 2 END, CASE WHEN v = 114 AND i %% 2 = 0 THEN 8000 + i END,
                CASE WHEN v < 150 AND i %% 3 = 0 THEN 9000 + i END, CASE WHEN v >= 150 THEN 10000 + i END,
                CASE WHEN i %% 2 = 0 THEN 500 END
            FROM unnest(ARRAY[%s]) AS states (v), generate_series(1, 12) i""";

    private static final String CONTENTS = """
            INSERT INTO ff.contents (seq, execution_kind, creator_identity, input)
            SELECT seq, 'noop', '', '' FROM ff.executions""";

    private static final String COUNTS = """
            SELECT 'fresh', count(*) FROM ff.fresh_entries UNION ALL SELECT 'returned', count(*) FROM ff.returned_entries
            UNION ALL SELECT 'unrouted', count(*) FROM ff.unrouted_entries
            UNION ALL SELECT 'lease', count(*) FROM ff.lease_entries
            UNION ALL SELECT 'due ' || kind, count(*) FROM ff.due_entries GROUP BY kind
            UNION ALL SELECT 'ended ' || by_policy, count(*) FROM ff.ended_entries GROUP BY by_policy""";

    private final String address = TestPostgres.freshAddress();

    @Test
    void executionsOfTheVersionBeforeGetTheirEntriesInEveryState() throws Exception {
        var schema = PostgresAddress.parse(address).schema();
        try (var connection = TestPostgres.connect(address)) {
            fill(connection);
            new PostgresStoreProvider().migrations(address).apply();

            assertThat(EntryChecks.differences(connection, schema)).isEmpty();
            assertThat(counts(connection))
                    .containsEntry("fresh", 12)
                    .containsEntry("returned", 12 * 11)
                    .containsEntry("unrouted", 12 * 4)
                    .containsEntry("lease", 12)
                    .containsEntry("due 2", 6)
                    .containsEntry("due 4", 24)
                    .containsEntry("due 5", 12)
                    .containsEntry("ended true", (int) endedStates() * 6)
                    .containsEntry("ended false", (int) endedStates() * 6)
                    .containsKeys("due 1", "due 3");
        }
    }

    @Test
    void whatWasSubmittedBeforeIsClaimedAfterwards() throws Exception {
        try (var connection = TestPostgres.connect(address)) {
            fill(connection);
            try (var statement = connection.createStatement()) {
                statement.execute(
                        PostgresAddress.parse(address).schema().in("DELETE FROM ff.executions WHERE vector <> 10"));
            }
        }

        try (var client = Client.of(TestPostgres.open(address))) {
            assertThat(client.claim(20, Duration.ZERO)).hasSize(12);
        }
    }

    private void fill(Connection connection) throws SQLException {
        var schema = PostgresAddress.parse(address).schema();
        var before = new PostgresSchema(
                new Migrations(PostgresSchema.CURRENT.migrations().all().subList(0, VERSIONS_BEFORE)));
        before.runner(schema).apply(connection);
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute(schema.in(QUEUE));
            statement.execute(schema.in(EXECUTIONS.formatted(codes())));
            statement.execute(schema.in(CONTENTS));
        }
    }

    /** The number of every state, with those of executions that callers submitted. */
    private static String codes() {
        return IntStream.concat(StateVector.all().stream().mapToInt(VectorCode::of), IntStream.of(18, 19, 28, 29))
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
    }

    private static long endedStates() {
        return StateVector.all().stream()
                .mapToInt(VectorCode::of)
                .filter(code -> code >= 150)
                .count();
    }

    private Map<String, Integer> counts(Connection connection) throws SQLException {
        var counts = new LinkedHashMap<String, Integer>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        PostgresAddress.parse(address).schema().in(COUNTS))) {
            while (row.next()) {
                counts.put(row.getString(1), row.getInt(2));
            }
        }
        return counts;
    }
}
