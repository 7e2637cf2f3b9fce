package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.store.postgres.transaction.SchemaName;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Executions are counted exactly, while other sessions submit, purge and gather what was counted. */
class QueueCountRaceTest {
    private static final int THREADS = 4;
    private static final int EACH = 150;

    private final String address = TestPostgres.freshAddress();
    private final SchemaName schema = PostgresAddress.parse(address).schema();

    @Test
    void countsAreExactHoweverManyCount() throws Exception {
        try (var one = Client.of(TestPostgres.open(address));
                var other = Client.of(TestPostgres.open(address));
                var connection = TestPostgres.connect(address)) {
            one.create();
            var ended = new AtomicBoolean();
            var gathered = new AtomicInteger();
            var gathering = CompletableFuture.runAsync(() -> {
                while (!ended.get()) {
                    check(other, connection);
                    gathered.incrementAndGet();
                }
            });
            var submitting = IntStream.range(0, THREADS)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> work(i % 2 == 0 ? one : other), task -> new Thread(task).start()))
                    .toList();
            submitting.forEach(CompletableFuture::join);
            ended.set(true);
            gathering.join();

            assertThat(gathered).hasPositiveValue();
            assertThat(counts(connection, "SELECT queue || ':' || sum(added) FROM ff.queue_counts GROUP BY queue"))
                    .containsExactlyInAnyOrderElementsOf(
                            counts(connection, "SELECT queue || ':' || count(*) FROM ff.executions GROUP BY queue"));
        }
    }

    /** Two of three stay. */
    private static void work(Client client) {
        for (int i = 0; i < EACH; i++) {
            var id = client.create(Client.submission().policyJson("{\"stream_policy\":{\"retention_ttl_ms\":0}}"));
            if (i % 3 == 0) {
                client.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
            }
            if (i % 10 == 0) {
                client.engine().call(Catalogue.TRIM_RETENTION, TrimRetention.all(0, 100));
            }
        }
    }

    private void check(Client client, Connection connection) {
        try (var statement = connection.createStatement()) {
            statement.execute(schema.in("UPDATE ff.queues SET look_at = 0"));
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        assertThat(client.store()
                        .write(
                                0,
                                Deadline.in(Duration.ofSeconds(30)),
                                tx -> tx.lanes().checkQueues(100))
                        .join()
                        .empty())
                .isEmpty();
    }

    private List<String> counts(Connection connection, String sql) throws SQLException {
        var counts = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(schema.in(sql))) {
            while (row.next()) {
                counts.add(row.getString(1));
            }
        }
        return counts;
    }
}
