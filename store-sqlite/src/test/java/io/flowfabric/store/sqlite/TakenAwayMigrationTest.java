package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.read.EventReads.Entry;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.sqlite.opening.SqliteUrl;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakenAwayMigrationTest {
    /** As programs of version 1 wrote them. */
    private static final String EVENTS = """
            INSERT INTO ff_events (event_id, family, event_type, namespace, occurred_at, revoked_by) VALUES
                (1, 'lease', 'acquired', 'shop', 0, NULL), (2, 'lease', 'expired', 'shop', 0, NULL),
                (3, 'lease', 'revoked', 'shop', 0, 'backend'), (4, 'lease', 'revoked', 'shop', 0, 'operator'),
                (5, 'lease', 'revoked', 'shop', 0, NULL), (6, 'completion', 'expired', 'shop', 0, NULL)""";

    @Test
    void eventsOfTheVersionBeforeAreFoundAsWell(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("a.db");
        var before = new SqliteSchema(
                new Migrations(SqliteSchema.CURRENT.migrations().all().subList(0, 1)));
        try (var connection = DriverManager.getConnection(SqliteUrl.create(file));
                var statement = connection.createStatement()) {
            before.runner(Clock.systemUTC()).apply(connection);
            statement.execute(EVENTS);
        }

        try (var store = new SqliteStoreProvider().open("sqlite:" + file, StoreOptions.DEFAULT)) {
            var found = store.read(
                    Deadline.in(Duration.ofSeconds(30)), tx -> tx.events().takenAwayAfter(0, 10));
            assertThat(found).extracting(Entry::position).containsExactly(2L, 4L, 5L);
        }
    }
}
