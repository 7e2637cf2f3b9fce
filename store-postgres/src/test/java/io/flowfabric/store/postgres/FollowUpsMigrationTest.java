package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.migration.Migrations;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FollowUpsMigrationTest {
    private static final WorkerKey WORKER = new WorkerKey(new Namespace("shop"), new WorkerInstanceId("w1-1"));

    /** As programs of version 5 wrote it. */
    private static final String REGISTERED = """
            INSERT INTO ff.workers (namespace, worker_instance_id, worker_id, lanes, capabilities, liveness_ttl,
                registered_at, last_heartbeat, liveness_ends_at)
            VALUES ('shop', 'w1-1', 'w1', '["main"]', '', 60000, 1, 1, 60001)""";

    @Test
    void storeOfTheVersionBeforeKeepsItsWorkersAndTakesFollowUps() throws Exception {
        String address = TestPostgres.freshAddress();
        var schema = PostgresAddress.parse(address).schema();
        var before = new PostgresSchema(
                new Migrations(PostgresSchema.CURRENT.migrations().all().subList(0, 5)));
        try (var connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            before.runner(schema).apply(connection);
            statement.execute(schema.in(REGISTERED));
            connection.commit();
        }

        try (var store = TestPostgres.open(address)) {
            store.write(0, Deadline.in(Duration.ofSeconds(30)), tx -> {
                        tx.followUps().append(List.of(FollowUp.of(FollowUpKind.RELEASE_ROUTES, "shop w1-1")));
                        return true;
                    })
                    .join();
            var due = store.read(
                    Deadline.in(Duration.ofSeconds(30)),
                    tx -> tx.followUps().due(List.of(FollowUpKind.RELEASE_ROUTES), Long.MAX_VALUE));
            assertThat(due).containsExactly(FollowUpKind.RELEASE_ROUTES);
            assertThat(store.write(
                                    0,
                                    Deadline.in(Duration.ofSeconds(30)),
                                    tx -> tx.workers().lock(List.of(WORKER)))
                            .join())
                    .containsOnlyKeys(WORKER);
        }
    }
}
