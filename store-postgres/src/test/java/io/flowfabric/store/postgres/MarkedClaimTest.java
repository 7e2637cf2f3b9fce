package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.testkit.Client;
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
    private final Statements statements =
            new Statements(PostgresAddress.parse(address).schema());
    private final AtomicLong clock = new AtomicLong();
    private final Watermarks watermarks = new Watermarks(clock::get, 0);

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void whatStandsBehindTheMarksIsFoundAgainAfterAWhile() throws Exception {
        var old = client.create();
        var marked = look().get(0);
        assertThat(marked.execution().id()).isEqualTo(old);
        claimSlowlyUpTo(marked);
        assertThat(look()).as("claims from the marks").isEmpty();

        var urgent = client.create(Client.submission().priority(9));
        assertThat(look())
                .as("a higher priority has its own order")
                .extracting(found -> found.execution().id())
                .containsExactly(urgent);

        clock.addAndGet(Duration.ofSeconds(30).toNanos());
        assertThat(look())
                .as("a claim from the front")
                .extracting(found -> found.execution().id())
                .containsExactly(urgent, old);
    }

    @Test
    void whatACallerCommitsBehindTheMarksIsFoundAtOnce() throws Exception {
        client.create();
        claimSlowlyUpTo(look().get(0));
        assertThat(look()).as("claims from the marks").isEmpty();

        try (var caller = TestPostgres.connect(address)) {
            caller.setAutoCommit(false);
            var late = client.engine()
                    .callIn(
                            caller,
                            Catalogue.CREATE_EXECUTION,
                            Client.submission().build())
                    .executionId();
            caller.commit();

            assertThat(look()).extracting(found -> found.execution().id()).containsExactly(late);
        }
    }

    /** As if a claim from the front had taken a second, and had got as far as a second behind this one. */
    private void claimSlowlyUpTo(PgClaimQueries.Found found) {
        long began = clock.get();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        watermarks.looked(List.of(found.queue()), began, 1);
        var spot = found.spot();
        var later = new Watermarks.Spot(spot.queue(), spot.rank(), spot.createdAt() + 1000, spot.id());
        watermarks.claimed(List.of(later), Set.<ExecutionId>of(later.id()));
    }

    private List<PgClaimQueries.Found> look() throws SQLException {
        try (var connection = TestPostgres.connect(address)) {
            connection.setAutoCommit(false);
            var scope = new PgScope(connection, statements);
            var queues = new PgQueueTable();
            var numbers = queues.ofLanes(scope, List.of(Client.LANE), Optional.empty()).stream()
                    .map(queue -> queue.number())
                    .toList();
            var found = PgClaimQueries.lockFronts(scope, List.of(ClaimScan.of(numbers, 10)), queues, watermarks);
            connection.rollback();
            return found.get(0).found();
        }
    }
}
