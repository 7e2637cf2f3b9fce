package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Peal;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.TransportKind;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.store.jdbc.CallerConnection;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import org.postgresql.PGConnection;

/**
 * Writes in transactions that callers have open on connections of their own to the same database. Each unit runs under a
 * savepoint, so that whatever fails in it leaves the caller's transaction as it was. The doorbell is rung inside the
 * transaction, because nobody tells us of its commit. Safe for use by any thread.
 */
final class CallerTransactions {
    /** Who rings when a caller commits; no process has this name, so that all of them hear it. */
    private static final String SENDER = "caller";

    /** The server's time, what tells this schema on this server from every other, and whether the snapshot is kept. */
    private static final String TIME_AND_PLACE = "SELECT " + ServerClock.MILLIS
            + ", pg_postmaster_start_time()::text || ' '"
            + " || (SELECT oid FROM pg_database WHERE datname = current_database())::text || ' '"
            + " || coalesce(to_regclass('ff.executions')::oid::text, '')"
            + ", current_setting('transaction_isolation') <> 'read committed'";

    private static final String RING = "SELECT pg_notify(?, ?)";

    /** As often as somebody else may take the same idempotency key or id between our look and our write. */
    private static final int TRIES = 3;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Transactions transactions;
    private final Statements statements;
    private volatile String home = "";
    private volatile boolean closed;

    CallerTransactions(Transactions transactions, Statements statements) {
        this.transactions = transactions;
        this.statements = statements;
    }

    /** @param peal which bells the commit should ring */
    record Written<T>(T answer, Peal peal) {}

    /** @param keepsSnapshot whether the transaction sees nothing that is committed after its begin */
    private record TimeAndPlace(long millis, String place, boolean keepsSnapshot) {}

    /** Runs work in the caller's transaction. */
    <T> T run(Connection connection, Transactions.Work<Written<T>> work) {
        if (closed) {
            throw new UnavailableException("write", "The store is closed; nothing was written. Open it again.");
        }
        try {
            CallerConnection.require(connection, PGConnection.class);
            var here = ask(new PgScope(connection, statements));
            requireHome(here.place());
            return attempts(connection, here, work);
        } catch (SQLException failed) {
            throw typed(failed);
        }
    }

    void close() {
        closed = true;
    }

    private <T> T attempts(Connection connection, TimeAndPlace here, Transactions.Work<Written<T>> work)
            throws SQLException {
        for (int tries = 1; ; tries++) {
            var scope = new PgScope(connection, statements);
            scope.isCallers(this::aside, here.millis(), here.keepsSnapshot());
            Savepoint before = connection.setSavepoint();
            try {
                var written = UncheckedSql.unwrapping(() -> work.run(scope));
                ring(scope, written.peal());
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

    private void ring(PgScope scope, Peal peal) throws SQLException {
        if (peal.equals(Peal.NONE)) {
            scope.send();
            return;
        }
        scope.now(new Step(
                RING,
                (statement, first) -> {
                    statement.setString(first, statements.schema().doorbell());
                    statement.setString(first + 1, PealText.of(SENDER, peal));
                    return first + 2;
                },
                rows -> {}));
    }

    /** Where the store is changes with every restart of the server, so it is asked again before somebody is refused. */
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

    private TimeAndPlace ask(PgScope scope) throws SQLException {
        try (var statement = scope.prepare(TIME_AND_PLACE);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new TimeAndPlace(row.getLong(1), row.getString(2), row.getBoolean(3));
        }
    }

    private <T> T aside(Transactions.Work<T> work) {
        return transactions.write(Deadline.in(PATIENCE), CommitGate.OPEN, work);
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
