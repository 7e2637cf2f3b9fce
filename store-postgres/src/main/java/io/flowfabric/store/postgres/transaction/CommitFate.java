package io.flowfabric.store.postgres.transaction;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what became of a transaction whose COMMIT got no answer. It never guesses: a server that crashed may give the
 * number of a transaction that it lost to another one, so a commit under that number counts only together with a row as
 * our transaction left it.
 */
final class CommitFate {
    private static final Logger LOG = LoggerFactory.getLogger(CommitFate.class);
    private static final String STATUS = "SELECT pg_xact_status(?::xid8)";

    /** Asked after the status, because a commit between the two would be known by its number and not yet be seen. */
    private static final String TRACE = """
            SELECT 1 FROM ff.executions
            WHERE id = ? AND version = ? AND xmin::text = (?::numeric % 4294967296)::text""";

    /** The server says that the number lies in the future. */
    private static final String NOT_YET_GIVEN = "22023";

    private static final long PAUSE_MS = 100;

    private enum Fate {
        COMMITTED,
        ROLLED_BACK,
        /** Something was committed under the number, and what we wrote is not there, or not any more. */
        UNKNOWN,
        /** The server cannot be asked, or the transaction is still open. */
        OPEN
    }

    private final DataSource dataSource;
    private final PostgresStatements statements;

    CommitFate(DataSource dataSource, PostgresStatements statements) {
        this.dataSource = dataSource;
        this.statements = statements;
    }

    /**
     * Returns when a transaction, which has a number, has committed.
     *
     * @throws SQLException the failure of COMMIT, when the transaction was certainly rolled back
     * @throws OperationTimeoutException when it could not be found out until the deadline, or never can be
     */
    void requireCommitted(PostgresScope lost, Deadline deadline, SQLException failed) throws SQLException {
        long begun = System.nanoTime();
        Fate fate = Fate.OPEN;
        while (fate == Fate.OPEN && !deadline.hasPassed()) {
            fate = ask(lost, deadline);
            if (fate == Fate.OPEN) {
                pause();
            }
        }
        if (fate == Fate.ROLLED_BACK) {
            throw failed;
        }
        if (fate != Fate.COMMITTED) {
            throw new OperationTimeoutException("commit", Duration.ofNanos(System.nanoTime() - begun), true);
        }
    }

    private Fate ask(PostgresScope lost, Deadline deadline) {
        String transactionId = lost.transactionId().orElseThrow();
        try (var borrowed = BorrowedConnection.by(deadline, dataSource)) {
            var connection = borrowed.connection();
            return switch (status(connection, transactionId)) {
                case "committed" -> hasTrace(connection, lost, transactionId) ? Fate.COMMITTED : Fate.UNKNOWN;
                case "aborted" -> Fate.ROLLED_BACK;
                default -> Fate.OPEN;
            };
        } catch (SQLException refused) {
            if (NOT_YET_GIVEN.equals(refused.getSQLState())) {
                return Fate.ROLLED_BACK;
            }
            LOG.debug("The fate of transaction {} cannot be asked yet", transactionId, refused);
            return Fate.OPEN;
        }
    }

    private static String status(Connection connection, String transactionId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(STATUS)) {
            statement.setString(1, transactionId);
            try (ResultSet row = statement.executeQuery()) {
                String status = row.next() ? row.getString(1) : null;
                return status == null ? "" : status;
            }
        }
    }

    private boolean hasTrace(Connection connection, PostgresScope lost, String transactionId) throws SQLException {
        if (lost.trace().isEmpty()) {
            return false;
        }
        Execution left = lost.trace().get();
        try (PreparedStatement statement = connection.prepareStatement(statements.text(TRACE))) {
            Columns.bindAll(statement, ExecutionKey.encode(left.id()), left.version(), transactionId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new OperationTimeoutException("commit", Duration.ZERO, true);
        }
    }
}
