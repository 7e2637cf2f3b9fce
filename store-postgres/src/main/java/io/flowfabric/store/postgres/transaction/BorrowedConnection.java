package io.flowfabric.store.postgres.transaction;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.flowfabric.engine.Deadline;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * A connection for a call that ends at a moment: no call waits for it longer than that, and for a server that has gone silent
 * only a little longer, in which the driver's request to cancel the statement may still be heard.
 */
public final class BorrowedConnection implements AutoCloseable {
    private static final long GRACE_MS = 250;

    private final Connection connection;
    private final int networkTimeout;

    private BorrowedConnection(Connection connection, int networkTimeout) {
        this.connection = connection;
        this.networkTimeout = networkTimeout;
    }

    /** Waits for a connection until the deadline where the pool is ours, and as long as the pool does where it is not. */
    public static BorrowedConnection by(Deadline deadline, DataSource dataSource) throws SQLException {
        var connection = connection(deadline, dataSource);
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(left(deadline) + GRACE_MS, Integer.MAX_VALUE));
            return new BorrowedConnection(connection, before);
        } catch (SQLException broken) {
            connection.close();
            throw broken;
        }
    }

    public Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            if (!connection.isClosed()) {
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
            }
        }
    }

    private static Connection connection(Deadline deadline, DataSource dataSource) throws SQLException {
        return dataSource instanceof HikariDataSource own
                        && !own.isClosed()
                        && own.getHikariPoolMXBean() instanceof HikariPool pool
                ? pool.getConnection(left(deadline))
                : dataSource.getConnection();
    }

    private static long left(Deadline deadline) {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()));
    }
}
