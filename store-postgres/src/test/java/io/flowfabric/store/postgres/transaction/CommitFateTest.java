package io.flowfabric.store.postgres.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.postgres.BreakingCommits;
import io.flowfabric.store.postgres.BreakingCommits.Break;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.PostgresStore;
import io.flowfabric.store.postgres.PriorityChange;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.testkit.Client;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A COMMIT without an answer is reported as what became of it, or as unknown. */
class CommitFateTest {
    private static final SQLException LOST = new SQLException("The connection broke", "08006");

    private final String address = TestPostgres.freshAddress();
    private final BreakingCommits connections = new BreakingCommits(TestPostgres.dataSource(address));
    private final AtomicInteger runs = new AtomicInteger();
    private Client watcher;
    private PostgresStore store;
    private ExecutionId id;

    @BeforeEach
    void open() {
        watcher = Client.of(TestPostgres.open(address));
        id = watcher.create();
        store = PostgresStore.open(
                new PostgresStore.Sources(connections.dataSource(), 2, () -> {}),
                PostgresAddress.parse(address).schema(),
                StoreOptions.DEFAULT);
    }

    @AfterEach
    void close() {
        store.close();
        watcher.close();
    }

    @Test
    void commitThatWasAppliedIsSuccessAndNotRepeated() {
        connections.breakNext(Break.AFTER_COMMIT);
        assertThat(change(Duration.ofMinutes(1))).isEqualTo(1);
        assertThat(runs).hasValue(1);
        assertThat(watcher.eventsAfter(0, 10)).hasSize(1);
    }

    @Test
    void commitThatNeverArrivedIsRunAgain() {
        connections.breakNext(Break.BEFORE_COMMIT);
        assertThat(change(Duration.ofMinutes(1))).isEqualTo(1);
        assertThat(runs).hasValue(2);
        assertThat(watcher.eventsAfter(0, 10)).hasSize(1);
    }

    @Test
    void fateThatCannotBeAskedIsReportedAsUnknown() {
        connections.breakNext(Break.AFTER_COMMIT_FOR_GOOD);
        assertThatThrownBy(() -> change(Duration.ofSeconds(1)))
                .hasCauseInstanceOf(OperationTimeoutException.class)
                .cause()
                .satisfies(timeout -> assertThat(((OperationTimeoutException) timeout).mayHaveBeenApplied())
                        .isTrue());
    }

    @Test
    void commitOfAnotherUnderTheSameNumberIsNotTakenForOurs() throws Exception {
        assertThatThrownBy(() -> ask(numberOfACommit()))
                .isInstanceOfSatisfying(
                        OperationTimeoutException.class,
                        timeout -> assertThat(timeout.mayHaveBeenApplied()).isTrue());
    }

    @Test
    void numberThatTheServerHasNotYetGivenWasLostWithItsTransaction() throws Exception {
        long future = Long.parseLong(numberOfACommit()) + 1_000_000;
        assertThatThrownBy(() -> ask(Long.toString(future))).isSameAs(LOST);
    }

    private void ask(String transactionId) throws SQLException {
        var statements = new PostgresStatements(PostgresAddress.parse(address).schema());
        try (var connection = TestPostgres.connect(address)) {
            var scope = new PostgresScope(connection, statements);
            scope.transactionId(transactionId);
            scope.leaves(watcher.find(id).orElseThrow());
            new CommitFate(TestPostgres.dataSource(address), statements)
                    .requireCommitted(scope, Deadline.in(Duration.ofMinutes(1)), LOST);
        }
    }

    private String numberOfACommit() throws SQLException {
        try (var connection = TestPostgres.connect(address);
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT pg_current_xact_id()::text")) {
            row.next();
            return row.getString(1);
        }
    }

    private int change(Duration timeout) {
        return store.write(1, Deadline.in(timeout), tx -> {
                    runs.incrementAndGet();
                    return PriorityChange.of(Set.of(id)).run(tx);
                })
                .join();
    }
}
