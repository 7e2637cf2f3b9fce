package io.flowfabric.store.postgres.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A lock timeout that the server reports as a cancel is a lock timeout: the unit is run again while its caller has time. A session
 * that cancels itself gets the very error.
 */
class CancelledWriteTest {
    private static final String CANCEL_ITSELF = "SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(10)";

    private final String address = TestPostgres.freshAddress();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void unitThatWasCancelledIsRunAgain() {
        assertThat(write(Duration.ofMinutes(1), 1)).isEqualTo("done");
        assertThat(runs).hasValue(2);
    }

    @Test
    void callerIsToldWhenItsTimeIsOver() {
        assertThatThrownBy(() -> write(Duration.ofMillis(200), Integer.MAX_VALUE))
                .isInstanceOfSatisfying(
                        OperationTimeoutException.class,
                        timeout -> assertThat(timeout.mayHaveBeenApplied()).isFalse());
    }

    private String write(Duration time, int cancels) {
        var statements = new PostgresStatements(PostgresAddress.parse(address).schema());
        return new PostgresTransactions(TestPostgres.dataSource(address), statements)
                .write(Deadline.in(time), CommitGate.OPEN, scope -> run(scope, cancels));
    }

    private String run(PostgresScope scope, int cancels) throws SQLException {
        if (runs.incrementAndGet() <= cancels) {
            try (var statement = scope.prepare(CANCEL_ITSELF)) {
                statement.execute();
            }
        }
        return "done";
    }
}
