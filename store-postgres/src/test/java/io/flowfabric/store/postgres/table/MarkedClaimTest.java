package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.PostgresStatements;
import io.flowfabric.store.testkit.Client;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims from the marks, on real tables. */
class MarkedClaimTest {
    private final String address = TestPostgres.freshAddress();
    private final Client client = Client.of(new PostgresStoreProvider().open(address, StoreOptions.DEFAULT));
    private final PostgresStatements statements =
            new PostgresStatements(PostgresAddress.parse(address).schema());
    private final AtomicLong clock = new AtomicLong();
    private final Watermarks watermarks = new Watermarks(clock::get, 0);

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void whatStandsBehindTheMarksIsFoundAgainAfterAWhile() throws Exception {
        var old = client.create();
        var marked = poll().get(0);
        assertThat(marked.execution().id()).isEqualTo(old);
        claimSlowlyUpTo(marked);
        assertThat(poll()).as("claims from the marks").isEmpty();

        var urgent = client.create(Client.submission().priority(9));
        assertThat(poll())
                .as("a higher priority has its own order")
                .extracting(found -> found.execution().id())
                .containsExactly(urgent);

        clock.addAndGet(Duration.ofSeconds(30).toNanos());
        assertThat(poll())
                .as("a claim from the front")
                .extracting(found -> found.execution().id())
                .containsExactly(urgent, old);
    }

    @Test
    void whatACallerCommitsBehindTheMarksIsFoundAtOnce() throws Exception {
        client.create();
        claimSlowlyUpTo(poll().get(0));
        assertThat(poll()).as("claims from the marks").isEmpty();

        try (var caller = TestPostgres.connect(address)) {
            caller.setAutoCommit(false);
            var late = client.engine()
                    .callIn(
                            caller,
                            Catalogue.CREATE_EXECUTION,
                            Client.submission().build())
                    .executionId();
            caller.commit();

            assertThat(poll()).extracting(found -> found.execution().id()).containsExactly(late);
        }
    }

    /** As if a claim from the front had taken a second, and had got as far as a second behind this one. */
    private void claimSlowlyUpTo(PostgresClaimQueries.Found found) {
        long began = clock.get();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        watermarks.polled(List.of(found.queue()), began, 1);
        var spot = found.spot();
        var later = new Watermarks.Spot(spot.queue(), spot.rank(), spot.createdAt() + 1000, spot.id());
        watermarks.claimed(List.of(later), Set.<ExecutionId>of(later.id()));
    }

    private List<PostgresClaimQueries.Found> poll() throws SQLException {
        try (var connection = TestPostgres.connect(address)) {
            connection.setAutoCommit(false);
            var scope = new PostgresScope(connection, statements);
            var queues = new PostgresQueueTable();
            var numbers = queues.ofLanes(scope, List.of(Client.LANE), Optional.empty()).stream()
                    .map(queue -> queue.number())
                    .toList();
            var found = PostgresClaimQueries.lockFronts(scope, List.of(ClaimScan.of(numbers, 10)), queues, watermarks);
            connection.rollback();
            return found.get(0).found();
        }
    }
}
