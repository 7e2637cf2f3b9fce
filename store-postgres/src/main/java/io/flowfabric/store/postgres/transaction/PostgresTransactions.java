package io.flowfabric.store.postgres.transaction;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.HeldException;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs units in transactions, again and again until one commits, fails for good, or the deadline passes. Blocks; safe for
 * use by any thread.
 */
public final class PostgresTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresTransactions.class);
    private static final String WRITE = "write";
    private static final String READ = "read";

    /** A conflict is tried three times, a lost connection until the deadline. */
    private static final int CONFLICT_TRIES = 3;

    private static final long CONFLICT_PAUSE_MS = 5;
    private static final long RECONNECT_PAUSE_MS = 100;
    private static final long HELD_PAUSE_MS = 20;

    /** What is known of something that another transaction holds. */
    static final String HELD = "a row or a table that the call needs";

    /** Work inside a transaction. */
    public interface Work<T> {
        T run(PostgresScope scope) throws SQLException;
    }

    private final DataSource dataSource;
    private final PostgresStatements statements;
    private final CommitFate fate;

    public PostgresTransactions(DataSource dataSource, PostgresStatements statements) {
        this.dataSource = dataSource;
        this.statements = statements;
        this.fate = new CommitFate(dataSource, statements);
    }

    /** As {@link #tryWrite}, for a thread that may wait for the end of other transactions. */
    public <T> T write(Deadline deadline, CommitGate gate, Work<T> work) {
        long begun = System.nanoTime();
        while (true) {
            try {
                return tryWrite(deadline, gate, work);
            } catch (HeldException held) {
                if (deadline.hasPassed()) {
                    throw OperationTimeoutException.heldUp(WRITE, HELD, since(begun));
                }
                pause(HELD_PAUSE_MS, deadline);
            }
        }
    }

    /** Fails with a {@link HeldException} when another transaction holds something that the unit needs. */
    public <T> T tryWrite(Deadline deadline, CommitGate gate, Work<T> work) {
        long begun = System.nanoTime();
        int conflicts = 0;
        while (true) {
            try {
                return attempt(deadline, gate, work);
            } catch (SQLException failed) {
                if (PostgresErrors.isHeld(failed, deadline)) {
                    throw new HeldException(failed);
                } else if (deadline.hasPassed()) {
                    throw new OperationTimeoutException(WRITE, since(begun), false);
                } else if (PostgresErrors.isDisconnect(failed)) {
                    LOG.debug("The connection was lost before COMMIT; the unit is run again", failed);
                    pause(RECONNECT_PAUSE_MS, deadline);
                } else if (!PostgresErrors.isConflict(failed)) {
                    throw PostgresErrors.typed(failed, WRITE, since(begun));
                } else if (++conflicts == CONFLICT_TRIES) {
                    throw retriesExhausted(failed);
                } else {
                    pause(CONFLICT_PAUSE_MS << conflicts - 1, deadline);
                }
            }
        }
    }

    /**
     * Runs a read, again after a lost connection until the deadline, as a write. The work begins a transaction, of an
     * isolation that it chooses, if it needs one. It is ended from here, because a timeout that is set on the server would make a
     * transaction of every single statement.
     */
    public <T> T read(Deadline deadline, Work<T> work) {
        long begun = System.nanoTime();
        while (true) {
            try (var borrowed = BorrowedConnection.by(deadline, dataSource)) {
                return attemptRead(borrowed.connection(), deadline, work);
            } catch (SQLException failed) {
                if (deadline.hasPassed()) {
                    throw new OperationTimeoutException(READ, since(begun), false);
                }
                if (!PostgresErrors.isDisconnect(failed)) {
                    throw PostgresErrors.typed(failed, READ, since(begun));
                }
                LOG.debug("The connection was lost; the read is repeated", failed);
                pause(RECONNECT_PAUSE_MS, deadline);
            }
        }
    }

    private <T> T attemptRead(Connection connection, Deadline deadline, Work<T> work) throws SQLException {
        connection.setAutoCommit(true);
        var scope = new PostgresScope(connection, statements);
        try (var limit = ReadLimit.until(deadline, scope)) {
            return limit.run(work);
        } finally {
            if (!connection.getAutoCommit()) {
                rollback(connection);
            }
        }
    }

    private <T> T attempt(Deadline deadline, CommitGate gate, Work<T> work) throws SQLException {
        try (var borrowed = BorrowedConnection.by(deadline, dataSource)) {
            var connection = borrowed.connection();
            connection.setAutoCommit(false);
            var scope = new PostgresScope(connection, statements);
            T answer;
            try {
                scope.limitTo(deadline);
                answer = UncheckedSql.unwrapping(() -> work.run(scope));
            } catch (SQLException | RuntimeException | Error failed) {
                rollback(connection);
                throw failed;
            }
            if (!gate.pass()) {
                rollback(connection);
                throw new OperationTimeoutException(WRITE, Duration.ZERO, false);
            }
            try {
                commit(scope, deadline);
            } catch (SQLException rolledBack) {
                rollback(connection);
                gate.comeBack();
                throw rolledBack;
            }
            scope.runHooks();
            return answer;
        }
    }

    /** Fails with an SQL exception only when the transaction was certainly rolled back. */
    private void commit(PostgresScope scope, Deadline deadline) throws SQLException {
        try {
            scope.commit();
        } catch (SQLException failed) {
            if (scope.transactionId().isEmpty() || !PostgresErrors.isDisconnect(failed)) {
                throw failed;
            }
            fate.requireCommitted(scope, deadline, failed);
        }
    }

    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException broken) {
            LOG.debug("The transaction ended with its connection", broken);
        }
    }

    private static void pause(long millis, Deadline deadline) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos());
        try {
            TimeUnit.MILLISECONDS.sleep(Math.max(1, Math.min(millis, left)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new OperationTimeoutException(WRITE, Duration.ZERO, false);
        }
    }

    private static EngineException retriesExhausted(SQLException failed) {
        return EngineError.of(
                        ErrorCode.RETRY_EXHAUSTED,
                        "",
                        "Other transactions were in the way %d times: %s. Nothing was written; try again."
                                .formatted(CONFLICT_TRIES, failed.getMessage()))
                .toException();
    }

    private static Duration since(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime);
    }
}
