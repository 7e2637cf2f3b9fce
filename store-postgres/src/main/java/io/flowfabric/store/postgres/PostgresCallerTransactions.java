package io.flowfabric.store.postgres;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.store.jdbc.CallerConnection;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.notify.NotifyPayload;
import io.flowfabric.store.postgres.transaction.CommitGate;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresErrors;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.PostgresStatements;
import io.flowfabric.store.postgres.transaction.PostgresTransactions;
import io.flowfabric.store.postgres.transaction.ServerClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import org.postgresql.PGConnection;

/**
 * Writes in transactions that callers have open on connections of their own to the same database. Each unit runs under a
 * savepoint, so that whatever fails in it leaves the caller's transaction as it was. The notification is sent inside
 * the transaction, because the store does not learn of its commit. Safe for use by any thread.
 */
final class PostgresCallerTransactions {
    /** The sender when a caller commits; no process has this name, so that none ignores it. */
    private static final String SENDER = "caller";

    /** The server's time, what tells this schema on this server from every other, and whether the snapshot is kept. */
    private static final String TIME_AND_PLACE = "SELECT " + ServerClock.MILLIS
            + ", pg_postmaster_start_time()::text || ' '"
            + " || (SELECT oid FROM pg_database WHERE datname = current_database())::text || ' '"
            + " || coalesce(to_regclass('ff.executions')::oid::text, '')"
            + ", current_setting('transaction_isolation') <> 'read committed'";

    private static final String RING = "SELECT pg_notify(?, ?)";

    /** How often another transaction may take the same idempotency key or id between our query and our write. */
    private static final int TRIES = 3;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final PostgresTransactions transactions;
    private final PostgresStatements statements;
    private volatile String home = "";
    private volatile boolean closed;

    PostgresCallerTransactions(PostgresTransactions transactions, PostgresStatements statements) {
        this.transactions = transactions;
        this.statements = statements;
    }

    /** @param wakeUps what the commit wakes */
    record Written<T>(T answer, WakeUps wakeUps) {}

    /** @param keepsSnapshot whether the transaction sees nothing that is committed after its begin */
    private record TimeAndPlace(long millis, String place, boolean keepsSnapshot) {}

    /** Runs work in the caller's transaction. */
    <T> T run(Connection connection, PostgresTransactions.Work<Written<T>> work) {
        if (closed) {
            throw new UnavailableException("write", "The store is closed; nothing was written. Open it again.");
        }
        try {
            CallerConnection.require(connection, PGConnection.class);
            var here = ask(new PostgresScope(connection, statements));
            requireHome(here.place());
            return attempts(connection, here, work);
        } catch (SQLException failed) {
            throw typed(failed);
        }
    }

    void close() {
        closed = true;
    }

    private <T> T attempts(Connection connection, TimeAndPlace here, PostgresTransactions.Work<Written<T>> work)
            throws SQLException {
        for (int tries = 1; ; tries++) {
            var scope = new PostgresScope(connection, statements);
            scope.isCallers(this::aside, here.millis(), here.keepsSnapshot());
            Savepoint before = connection.setSavepoint();
            try {
                var written = UncheckedSql.unwrapping(() -> work.run(scope));
                notifyOthers(scope, written.wakeUps());
                connection.releaseSavepoint(before);
                return written.answer();
            } catch (SQLException failed) {
                undo(connection, before, failed);
                if (!PostgresErrors.isDuplicate(failed) && !PostgresErrors.isQueueRemoved(failed) || tries == TRIES) {
                    throw failed;
                }
            } catch (RuntimeException | Error failed) {
                undo(connection, before, failed);
                throw failed;
            }
        }
    }

    private static void undo(Connection connection, Savepoint before, Throwable reason) throws SQLException {
        try {
            connection.rollback(before);
            connection.releaseSavepoint(before);
        } catch (SQLException lost) {
            lost.addSuppressed(reason);
            throw lost;
        }
    }

    private void notifyOthers(PostgresScope scope, WakeUps wakeUps) throws SQLException {
        if (wakeUps.equals(WakeUps.NONE)) {
            scope.send();
            return;
        }
        scope.now(new PipelinedStatement(
                RING,
                (statement, first) -> {
                    statement.setString(first, statements.schema().doorbell());
                    statement.setString(first + 1, NotifyPayload.of(SENDER, wakeUps));
                    return first + 2;
                },
                rows -> {}));
    }

    /**
     * Where the store is changes with every restart of the server, so it is asked again before a connection is refused.
     */
    private void requireHome(String place) {
        if (!place.equals(home)) {
            home = aside(this::ask).place();
        }
        if (!place.equals(home)) {
            throw CallerConnection.refuse(
                    "the connection leads to another database than the store",
                    "Both must be the same database of the same server, and the schema %s visible to both."
                            .formatted(statements.schema().value()));
        }
    }

    private TimeAndPlace ask(PostgresScope scope) throws SQLException {
        try (var statement = scope.prepare(TIME_AND_PLACE);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new TimeAndPlace(row.getLong(1), row.getString(2), row.getBoolean(3));
        }
    }

    private <T> T aside(PostgresTransactions.Work<T> work) {
        return transactions.write(Deadline.in(LONGEST_WAIT), CommitGate.OPEN, work);
    }

    private static EngineException typed(SQLException failed) {
        if (PostgresErrors.isAborted(failed)) {
            return CallerConnection.refuse(
                    "a statement of the transaction has failed before, so PostgreSQL accepts no more",
                    "Roll it back and begin again.");
        }
        if (PostgresErrors.isConflict(failed)) {
            return EngineError.of(
                            ErrorCode.RETRY_EXHAUSTED,
                            "another transaction was in the way: " + failed.getMessage(),
                            "Nothing of this submission was stored. Roll the transaction back and run it again.")
                    .toException();
        }
        return new TransportException(
                PostgresErrors.BACKEND,
                PostgresErrors.isDisconnect(failed) ? TransportKind.TRANSPORT : TransportKind.OTHER,
                new SQLException(
                        failed.getMessage() + ". Nothing of this submission was stored.",
                        failed.getSQLState(),
                        failed));
    }
}
