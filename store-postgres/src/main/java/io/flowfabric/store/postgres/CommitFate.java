package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.model.error.OperationTimeoutException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out what became of a transaction whose COMMIT got no answer. It never guesses. */
final class CommitFate {
    private static final Logger LOG = LoggerFactory.getLogger(CommitFate.class);
    private static final String STATUS = "SELECT pg_xact_status(?::xid8)";
    private static final long PAUSE_MS = 100;

    private final DataSource dataSource;

    CommitFate(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Returns when the transaction has committed.
     *
     * @throws SQLException the failure of COMMIT, when the transaction was certainly rolled back
     * @throws OperationTimeoutException when it could not be found out until the deadline
     */
    void requireCommitted(String transactionId, Deadline deadline, SQLException failed) throws SQLException {
        long begun = System.nanoTime();
        while (!deadline.hasPassed()) {
            switch (status(transactionId)) {
                case "committed" -> {
                    return;
                }
                case "aborted" -> throw failed;
                default -> pause();
            }
        }
        throw new OperationTimeoutException("commit", Duration.ofNanos(System.nanoTime() - begun), true);
    }

    /** What the server says; empty while it cannot be asked or the transaction is still open. */
    private String status(String transactionId) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(STATUS)) {
            statement.setString(1, transactionId);
            try (ResultSet row = statement.executeQuery()) {
                String status = row.next() ? row.getString(1) : null;
                return status == null ? "" : status;
            }
        } catch (SQLException unreachable) {
            LOG.debug("The fate of transaction {} cannot be asked yet", transactionId, unreachable);
            return "";
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
