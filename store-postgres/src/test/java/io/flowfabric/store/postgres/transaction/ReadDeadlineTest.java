package io.flowfabric.store.postgres.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.postgres.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;

/** A read ends when its caller's time is over, whatever it waits for, and until then outlives a cut connection. */
@Timeout(120)
class ReadDeadlineTest {
    private static final Duration LONGEST_CALL = Duration.ofSeconds(60);
    private static final long SHORT_MS = 300;

    private final String address = TestPostgres.freshAddress();

    /** The driver counts in seconds and would let this one end. */
    @Test
    void statementIsCancelledAtTheDeadlineAndNotASecondLater() {
        try (var pool = PostgresStoreProvider.pool(PostgresAddress.parse(address), 2)) {
            var transactions = new PostgresTransactions(pool, statements());
            assertThatThrownBy(() -> transactions.read(Deadline.in(Duration.ofMillis(20)), scope -> {
                        try (var statement = scope.prepare("SELECT pg_sleep(0.98)")) {
                            return statement.execute();
                        }
                    }))
                    .isInstanceOf(OperationTimeoutException.class);
        }
    }

    @Test
    void socketIsGivenUpSoonAfterTheDeadlineAndIsAsBeforeForTheNext() throws Exception {
        try (var pool = PostgresStoreProvider.pool(PostgresAddress.parse(address), 0)) {
            try (var borrowed = BorrowedConnection.by(Deadline.in(Duration.ofMillis(SHORT_MS)), pool)) {
                assertThat(borrowed.connection().getNetworkTimeout()).isBetween(1, (int) SHORT_MS * 2);
            }
            try (var next = pool.getConnection()) {
                assertThat(next.getNetworkTimeout()).isZero();
            }
        }
    }

    @Test
    void readThatGetsNoConnectionEndsAtItsDeadline() throws Exception {
        try (var pool = PostgresStoreProvider.pool(PostgresAddress.parse(address), 0);
                var borrowed = pool.getConnection()) {
            var transactions = new PostgresTransactions(pool, statements());
            assertThatThrownBy(() -> transactions.read(Deadline.in(Duration.ofMillis(SHORT_MS)), scope -> 1))
                    .isInstanceOf(OperationTimeoutException.class);
            assertThat(borrowed.isClosed()).isFalse();
        }
    }

    @Test
    void readIsRepeatedAfterItsConnectionWasCut() throws Exception {
        try (var pool = PostgresStoreProvider.pool(PostgresAddress.parse(address), 2)) {
            var transactions = new PostgresTransactions(pool, statements());
            var runs = new AtomicInteger();
            long now = transactions.read(Deadline.in(LONGEST_CALL), scope -> {
                if (runs.incrementAndGet() == 1) {
                    terminate(scope);
                }
                try (var statement = scope.prepare("SELECT " + ServerClock.MILLIS);
                        var row = statement.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            });
            assertThat(now).isPositive();
            assertThat(runs).hasValue(2);
        }
    }

    private void terminate(PostgresScope scope) throws SQLException {
        try (var other = TestPostgres.connect(address);
                var terminate = other.prepareStatement("SELECT pg_terminate_backend(?, 60000)")) {
            terminate.setInt(1, scope.connection().unwrap(PGConnection.class).getBackendPID());
            terminate.execute();
        }
    }

    private PostgresStatements statements() {
        return new PostgresStatements(PostgresAddress.parse(address).schema());
    }
}
