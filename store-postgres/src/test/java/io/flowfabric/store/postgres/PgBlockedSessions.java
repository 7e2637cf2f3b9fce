package io.flowfabric.store.postgres;

import io.flowfabric.store.testkit.interleaved.BlockedSessions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Sessions that wait for a lock that another session holds, while they run a statement on one schema. It asks on a connection
 * that it keeps until it is closed.
 */
public final class PgBlockedSessions implements BlockedSessions {
    /**
     * A session that waits for a row holds a lock on its table by then. Only sessions that wait are asked about, because
     * pg_blocking_pids stops the lock manager for a moment.
     */
    private static final String BLOCKED = """
            SELECT count(*) FROM pg_stat_activity AS session
            WHERE wait_event_type = 'Lock' AND datname = current_database()
            AND EXISTS (
                SELECT 1 FROM pg_locks JOIN pg_class ON pg_class.oid = pg_locks.relation
                WHERE pg_locks.pid = session.pid AND relnamespace = ?::regnamespace)
            AND cardinality(pg_blocking_pids(session.pid)) > 0""";

    private final String address;
    private Optional<Connection> connection = Optional.empty();

    public PgBlockedSessions(String address) {
        this.address = address;
    }

    @Override
    public int count() {
        try (PreparedStatement statement = connection().prepareStatement(BLOCKED)) {
            statement.setString(1, PostgresAddress.parse(address).schema().value());
            try (var row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        } catch (SQLException failed) {
            throw new IllegalStateException("The server does not say which sessions are blocked", failed);
        }
    }

    private Connection connection() throws SQLException {
        if (connection.isEmpty()) {
            connection = Optional.of(TestPostgres.connect(address));
        }
        return connection.get();
    }

    @Override
    public void close() {
        try {
            if (connection.isPresent()) {
                connection.get().close();
            }
        } catch (SQLException failed) {
            throw new IllegalStateException("The connection cannot be closed", failed);
        }
    }
}
