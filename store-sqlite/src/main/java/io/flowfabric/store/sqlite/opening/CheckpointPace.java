package io.flowfabric.store.sqlite.opening;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How often the log is written back into the file. SQLite tries that after every commit that leaves the log longer than a
 * limit, and sorts the whole log for each try. A reader whose snapshot is older than the log lets none succeed, so that
 * commits would take longer and longer for as long as it reads. After a try in vain the next one is therefore made when
 * the log has doubled. Used by the writer's thread only.
 */
public final class CheckpointPace {
    /** In pages: a checkpoint syncs two files, so it should cover some hundreds of groups and not some dozens. */
    static final int LIMIT = 4000;

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointPace.class);

    private final Connection connection;
    private final PreparedStatement state;
    private int limit = LIMIT;

    /** The connection begins with the limit of {@link #LIMIT}. */
    public CheckpointPace(Connection connection) throws SQLException {
        this.connection = connection;
        this.state = connection.prepareStatement("PRAGMA wal_checkpoint(NOOP)");
    }

    /** From which length of the log on SQLite tries to write it back, in pages. */
    int limit() {
        return limit;
    }

    /** Reads the state of the log after a commit. That was made in any case, so this fails for nothing. */
    public void committed() {
        try {
            int length;
            int writtenBack;
            try (ResultSet row = state.executeQuery()) {
                row.next();
                length = row.getInt(2);
                writtenBack = row.getInt(3);
            }
            if (length >= limit && length - writtenBack >= limit / 2) {
                set(Math.max(limit, Math.min(length, Integer.MAX_VALUE / 2) * 2));
                LOG.debug("A reader keeps {} pages of the log; the next try is made at {}", length, limit);
            } else if (limit > LIMIT && length < LIMIT) {
                set(LIMIT);
            }
        } catch (SQLException unseen) {
            LOG.debug("The state of the log could not be read", unseen);
        }
    }

    private void set(int pages) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_autocheckpoint = " + pages);
        }
        limit = pages;
    }
}
