package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.read.EventReads.Entry;
import io.flowfabric.engine.store.read.EventReads.Positioned;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.sqlite.opening.SqliteUrl;
import io.flowfabric.store.testkit.Client;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventPagesMigrationTest {
    /** As programs of version 6 wrote them: one of each family. The key of an execution has nineteen bytes, an id sixteen. */
    private static final String EVENTS = """
            INSERT INTO ff_events (event_id, family, event_type, execution_id, namespace, occurred_at, lease_id, lease_epoch,
                attempt_index, worker_id, worker_instance_id, revoked_by, dispatched, details, taken_away, execution_seq)
            VALUES
                (1, 'lease', 'acquired', $key, 'shop', 5, $id, 1, 0, 'w', 'w-1', NULL, NULL, NULL, NULL, 7),
                (2, 'worker', 'registered', NULL, 'shop', 5, NULL, NULL, NULL, NULL, 'w-1', NULL, NULL, NULL, NULL, NULL),
                (3, 'lease', 'revoked', $key, 'shop', 6, $id, 1, 0, 'w', 'w-1', 'operator', NULL, NULL, 1, 7),
                (4, 'operator', 'priority_changed', $key, 'shop', 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                    '{"old_priority":1,"new_priority":2}', NULL, 7),
                (5, 'instance_tag', 'attached', $key, 'shop', 7, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'i-42', NULL, 7),
                (6, 'completion', 'cancelled', $key, 'shop', 8, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, 7)""".replace("$key", "x'01c98701980000000070008000000000000001'")
            .replace("$id", "x'00000000000040008000000000000001'");

    private static final Deadline SOON = Deadline.in(Duration.ofMinutes(5));

    @Test
    void eventsOfTheVersionBeforeAreReadAtTheirPositionsAndComeFirst(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("a.db");
        var before = new SqliteSchema(
                new Migrations(SqliteSchema.CURRENT.migrations().all().subList(0, 6)));
        try (var connection = DriverManager.getConnection(SqliteUrl.create(file));
                var statement = connection.createStatement()) {
            before.runner(Clock.systemUTC()).apply(connection);
            statement.execute(EVENTS);
        }

        try (var client = Client.of(new SqliteStoreProvider().open("sqlite:" + file, StoreOptions.DEFAULT))) {
            assertThat(after(client, 0)).extracting(Entry::position).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
            assertThat(after(client, 0)).allMatch(Positioned.class::isInstance);
            assertThat(client.store().<List<Entry>>read(SOON, tx -> tx.events().takenAwayAfter(0, 10)))
                    .extracting(Entry::position)
                    .containsExactly(3L);

            var id = client.create();
            client.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));

            var behind = after(client, 4);
            assertThat(behind).extracting(Entry::position).isSorted().startsWith(5L, 6L);
            assertThat(behind).hasSizeGreaterThan(2);
            assertThat(behind.get(behind.size() - 1).position())
                    .isEqualTo(client.store().<Long>read(SOON, tx -> tx.events().newest()));

            client.engine()
                    .call(
                            Catalogue.TRIM_RETENTION,
                            TrimRetention.all(Duration.ofDays(1).toMillis(), 10));
            assertThat(after(client, 0))
                    .as("without what belonged to no execution and is old")
                    .extracting(Entry::position)
                    .startsWith(1L, 3L, 4L, 5L, 6L);
            assertThat(client.store().<Long>read(SOON, tx -> tx.events().trimmedTo()))
                    .isEqualTo(2);
        }
    }

    private static List<Entry> after(Client client, long position) {
        return client.store().read(SOON, tx -> tx.events().after(position, 10));
    }
}
