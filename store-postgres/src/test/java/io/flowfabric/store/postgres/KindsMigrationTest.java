package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.postgres.table.EntryChecks;
import io.flowfabric.store.testkit.Client;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KindsMigrationTest {
    /** As programs of version 2 wrote it: the queue of every kind. */
    private static final String QUEUE = "INSERT INTO ff.queues (namespace, lane, capabilities) VALUES ('%s', '%s', '')"
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
    void executionsInAQueueOfEveryKindAreToldApart() throws Exception {
        String address = TestPostgres.freshAddress();
        var schema = PostgresAddress.parse(address).schema();
        var before = new PostgresSchema(
                new Migrations(PostgresSchema.CURRENT.migrations().all().subList(0, 2)));
        try (var connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            before.runner(schema).apply(connection);
            statement.execute(schema.in(QUEUE));
            connection.commit();
        }

        try (var client = Client.of(TestPostgres.open(address))) {
            var mail = client.create(of("mail"));
            var charge = client.create(of("charge"));
            var later = client.create(of("mail"));
            try (var connection = TestPostgres.connect(address);
                    var statement = connection.createStatement()) {
                statement.execute(schema.in("UPDATE ff.executions SET queue = 1 WHERE seq <= 2"));
                EntryChecks.rebuild(statement, schema);
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
