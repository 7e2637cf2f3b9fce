package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.postgres.table.PostgresQueries;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.PostgresStatements;
import io.flowfabric.store.postgres.transaction.SchemaName;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QueueCountsMigrationTest {
    /** As programs of version 4 wrote them: the second one has no executions. */
    private static final String QUEUES = """
            INSERT INTO ff.queues (namespace, lane, capabilities, kind)
            VALUES ('shop', 'main', '', 'charge'), ('shop', 'main', 'gpu', 'charge'), ('bank', 'side', '', '')""";

    private static final String EXECUTIONS = """
            INSERT INTO ff.executions (id, created_at, queue, version, vector, rank, total_attempts, retries, replays,
                reclaims, lease_epoch, last_transition_at, last_mutation_at)
            SELECT '\\x007261' || uuid_send(gen_random_uuid()), i, %d, 1, %d, 0, 0, 0, 0, 0, 1, i, i
            FROM generate_series(1, %d) i""";

    @Test
    void queuesOfTheVersionBeforeAreCountedAndEmptyOnesGo() throws Exception {
        String address = TestPostgres.freshAddress();
        var schema = PostgresAddress.parse(address).schema();
        var before = new PostgresSchema(
                new Migrations(PostgresSchema.CURRENT.migrations().all().subList(0, 4)));
        try (var connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            before.runner(schema).apply(connection);
            statement.execute(schema.in(QUEUES));
            statement.execute(schema.in(EXECUTIONS.formatted(1, 10, 7)));
            statement.execute(schema.in(EXECUTIONS.formatted(3, 114, 2)));
            connection.commit();
        }

        try (var client = Client.of(TestPostgres.open(address))) {
            assertThat(sums(address, schema)).containsExactly("1:7", "2:0", "3:2");
            assertThat(lanesOf(client, "bank")).containsExactly("side");

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
            assertThat(sums(address, schema)).containsExactly("1:8", "3:2");
        }
    }

    private static List<String> lanesOf(Client client, String namespace) {
        return client
                .store()
                .read(
                        Deadline.in(Duration.ofSeconds(30)),
                        tx -> tx.lanes().list(Optional.of(new Namespace(namespace)), Optional.empty(), 10))
                .stream()
                .map(LaneId::value)
                .toList();
    }

    private static List<String> sums(String address, SchemaName schema) throws Exception {
        try (var connection = TestPostgres.connect(address)) {
            return PostgresQueries.rows(
                    new PostgresScope(connection, new PostgresStatements(schema)),
                    "SELECT queue || ':' || sum(added) FROM ff.queue_counts GROUP BY queue ORDER BY queue",
                    row -> row.getString(1));
        }
    }
}
