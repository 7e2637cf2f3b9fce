package io.flowfabric.store.sqlite.opening;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * How long the log is and how much of it was written back into the file, in pages. Both are negative where there is no log, and
 * while another connection writes it back.
 */
public record LogState(int length, int writtenBack) {
    /** Answers the state and does nothing else. */
    public static final String QUERY = "PRAGMA wal_checkpoint(NOOP)";

    /** Writes back what no reader needs as it was, without waiting for anything; answers what the log held when it began. */
    public static final String WRITE_BACK = "PRAGMA wal_checkpoint(PASSIVE)";

    /** Runs one of the two statements. */
    public static LogState of(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return new LogState(row.getInt(2), row.getInt(3));
        }
    }

    int pending() {
        return length - writtenBack;
    }

    /** Whether all that it held is in the file; the next writer begins the log anew unless more was written meanwhile. */
    public boolean isWrittenBack() {
        return length >= 0 && pending() == 0;
    }
}
