package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.read.EventReads.Entry;
import io.flowfabric.store.jdbc.migration.Migrations;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TakenAwayMigrationTest {
    /** As programs of version 1 wrote them. */
    private static final String EVENTS = """
            INSERT INTO ff.events (family, event_type, namespace, occurred_at, revoked_by) VALUES
                ('lease', 'acquired', 'shop', 0, NULL), ('lease', 'expired', 'shop', 0, NULL),
                ('lease', 'revoked', 'shop', 0, 'backend'), ('lease', 'revoked', 'shop', 0, 'operator'),
                ('lease', 'revoked', 'shop', 0, NULL), ('completion', 'expired', 'shop', 0, NULL)""";

    @Test
    void eventsOfTheVersionBeforeAreFoundAsWell() throws Exception {
        String address = TestPostgres.freshAddress();
        var schema = PostgresAddress.parse(address).schema();
        var before = new PostgresSchema(
                new Migrations(PostgresSchema.CURRENT.migrations().all().subList(0, 1)));
        try (var connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            before.runner(schema).apply(connection);
            statement.execute(schema.in(EVENTS));
            connection.commit();
        }

        try (var store = TestPostgres.open(address)) {
            var found = store.read(
                    Deadline.in(Duration.ofSeconds(30)), tx -> tx.events().takenAwayAfter(0, 10));
            assertThat(found).extracting(Entry::position).containsExactly(2L, 4L, 5L);
        }
    }
}
