package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.sqlite.opening.SqliteUrl;
import io.flowfabric.store.testkit.Client;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KindsMigrationTest {
    /** As programs of version 2 wrote it: the queue of every kind. */
    private static final String QUEUE =
            "INSERT INTO ff_queues (number, namespace, lane, capabilities) VALUES (7, '%s', '%s', '')"
                    .formatted(Client.NAMESPACE.value(), Client.LANE.value());

    private static final ClaimRequest REQUEST = new ClaimRequest(
            Client.LANE,
            new WorkerId("w1"),
            new WorkerInstanceId("w1-a"),
            CapabilitySet.EMPTY,
            Optional.empty(),
            600_000,
            0,
            5);

    @Test
    void executionsInAQueueOfEveryKindAreToldApart(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("a.db");
        var before = new SqliteSchema(
                new Migrations(SqliteSchema.CURRENT.migrations().all().subList(0, 2)));
        try (var connection = DriverManager.getConnection(SqliteUrl.create(file));
                var statement = connection.createStatement()) {
            before.runner(Clock.systemUTC()).apply(connection);
            statement.execute(QUEUE);
        }

        try (var client = Client.of(new SqliteStoreProvider().open("sqlite:" + file, StoreOptions.DEFAULT))) {
            var mail = client.create(of("mail"));
            var charge = client.create(of("charge"));
            var later = client.create(of("mail"));
            try (var connection = DriverManager.getConnection(SqliteUrl.create(file));
                    var statement = connection.createStatement()) {
                statement.execute("UPDATE ff_executions SET queue = 7 WHERE seq <= 2");
            }

            assertThat(claim(client, REQUEST.only(Set.of("mail")))).containsExactly(mail, later);
            assertThat(claim(client, REQUEST.except(Set.of("mail")))).containsExactly(charge);
        }
    }

    private static CreateExecutionBuilder of(String kind) {
        return CreateExecution.of(Client.NAMESPACE, Client.LANE, kind);
    }

    private static List<ExecutionId> claim(Client client, ClaimRequest request) {
        return client.engine().call(Catalogue.CLAIM, request).claims().stream()
                .map(Claim::executionId)
                .toList();
    }
}
