package io.flowfabric.store.sqlite;

import static io.flowfabric.store.sqlite.TestDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.jdbc.Migrations;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From a store that knew neither workers nor retention, with data in it. */
class RegistryMigrationTest {
    private static final SqliteSchema BEFORE =
            new SqliteSchema(Migrations.load(SqliteSchema.class, "migrations", List.of("0001_executions.sql")));

    @Test
    void eventsKeepTheirNumbersAndFindTheirExecution() throws Exception {
        try (TestDatabase database = TestDatabase.inMemory()) {
            migrate(database, BEFORE);
            execution(database, 7, "NULL");
            database.write(
                    "INSERT INTO ff_events (event_id, family, event_type, execution_id, namespace, occurred_at)"
                            + " VALUES (41, 'completion', 'success', x'07', 'shop', 1), (42, 'lease', 'acquired', x'08', 'shop', 1)");
            database.write("DELETE FROM ff_events WHERE event_id = 42");

            migrate(database, SqliteSchema.CURRENT);

            assertThat(database.ask("SELECT event_id || ' ' || event_type || ' ' || execution_seq FROM ff_events"))
                    .isEqualTo("41 success 7");
            database.write("INSERT INTO ff_events (family, event_type, namespace, occurred_at)"
                    + " VALUES ('worker', 'registered', 'shop', 2)");
            assertThat(database.ask("SELECT max(event_id) FROM ff_events")).isEqualTo("43");
        }
    }

    @Test
    void retentionOfStoredPoliciesIsTakenOver() throws Exception {
        try (TestDatabase database = TestDatabase.inMemory()) {
            migrate(database, BEFORE);
            execution(database, 1, "'{\"stream_policy\":{\"retention_ttl_ms\":500}}'");
            execution(database, 2, "'{\"stream_policy\":{\"retention_ttl_ms\":9223372036854775807}}'");
            execution(database, 3, "'{\"priority\":3}'");
            execution(database, 4, "NULL");

            migrate(database, SqliteSchema.CURRENT);

            assertThat(database.ask("SELECT group_concat(seq || '=' || retained_until) FROM"
                            + " (SELECT seq, retained_until FROM ff_executions ORDER BY seq)"))
                    .isEqualTo("1=1500,2=4611686018427388903");
        }
    }

    private static void migrate(TestDatabase database, SqliteSchema schema) throws Exception {
        get(database.submit(scope -> schema.runner(Clock.systemUTC()).boot(scope.connection(), true)));
    }

    private static void execution(TestDatabase database, int seq, String policy) throws Exception {
        database.write("INSERT INTO ff_executions (seq, id, created_at, queue, version, vector, rank, total_attempts,"
                + " retries, replays, reclaims, lease_epoch, last_transition_at, last_mutation_at, completed_at) VALUES ("
                + seq + ", x'0" + seq + "', 1, 1, 1, 150, 0, 0, 0, 0, 0, 0, 1, 1, 1000)");
        database.write("INSERT INTO ff_contents (seq, execution_kind, creator_identity, policy, input) VALUES (" + seq
                + ", 'charge', '', " + policy + ", x'')");
    }
}
