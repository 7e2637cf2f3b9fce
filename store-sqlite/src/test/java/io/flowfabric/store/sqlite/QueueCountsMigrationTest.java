package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.sqlite.opening.SqliteUrl;
import io.flowfabric.store.testkit.Client;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueCountsMigrationTest {
    /** As programs of version 4 wrote them: the second and the last one have no executions. */
    private static final String QUEUES = """
            INSERT INTO ff_queues (number, namespace, lane, capabilities, kind)
            VALUES (1, 'shop', 'main', '', 'charge'), (2, 'shop', 'main', 'gpu', 'charge'), (3, 'bank', 'side', '', ''),
                (9, 'shop', 'main', 'tpu', 'charge')""";

    private static final String EXECUTIONS = """
            INSERT INTO ff_executions (id, created_at, queue, version, vector, rank, total_attempts, retries, replays,
                reclaims, lease_epoch, last_transition_at, last_mutation_at)
            SELECT CAST(x'007261' || randomblob(16) AS BLOB), value, %d, 1, %d, 0, 0, 0, 0, 0, 1, value, value
            FROM json_each('[1,2,3]')""";

    @Test
    void queuesOfTheVersionBeforeAreCountedAndEmptyOnesGo(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("a.db");
        var before = new SqliteSchema(
                new Migrations(SqliteSchema.CURRENT.migrations().all().subList(0, 4)));
        try (var connection = DriverManager.getConnection(SqliteUrl.create(file));
                var statement = connection.createStatement()) {
            before.runner(Clock.systemUTC()).apply(connection);
            statement.execute(QUEUES);
            statement.execute(EXECUTIONS.formatted(1, 10));
            statement.execute(EXECUTIONS.formatted(3, 114));
        }

        try (var client = Client.of(new SqliteStoreProvider().open("sqlite:" + file, StoreOptions.DEFAULT))) {
            assertThat(counts(file)).containsExactly("1:3", "2:0", "3:3", "9:0");

            client.engine()
                    .call(
                            Catalogue.TRIM_RETENTION,
                            TrimRetention.all(Duration.ofDays(1).toMillis(), 10));

            List<Queue> left = client.store()
                    .write(
                            0,
                            Deadline.in(Duration.ofSeconds(30)),
                            tx -> tx.lanes().queuesOf(List.of(Client.LANE, new LaneId("side")), Optional.empty()))
                    .join();
            assertThat(left).extracting(Queue::number).containsExactly(1, 3);
            client.create();
            client.create(
                    Client.submission().policyJson("{\"routing_requirements\":{\"required_capabilities\":[\"gpu\"]}}"));
            assertThat(counts(file))
                    .as("no number is used again")
                    .hasSize(3)
                    .startsWith("1:4", "3:3")
                    .allMatch(count -> !count.startsWith("2:") && !count.startsWith("9:"));
        }
    }

    private static List<String> counts(Path file) throws Exception {
        try (var connection = DriverManager.getConnection(SqliteUrl.create(file));
                var statement = connection.prepareStatement(
                        "SELECT number || ':' || executions FROM ff_queues ORDER BY number")) {
            return ResultRows.of(statement, row -> row.getString(1));
        }
    }
}
