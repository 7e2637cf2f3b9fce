package io.flowfabric.bench.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.flowfabric.bench.store.PostgresBenchStore;
import java.sql.SQLException;

/**
 * What a peer is given.
 *
 * @param workers how many handlers may run at once
 */
record PeerStore(PostgresBenchStore database, int workers) {
    /** For pollers and heartbeats, so that no handler waits for a connection. */
    private static final int BESIDE_WORKERS = 5;

    int connections() {
        return workers + BESIDE_WORKERS;
    }

    /** A pool of its full size from the start, whose batches of inserts become inserts of many rows. */
    HikariDataSource pool() {
        var config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl() + "&reWriteBatchedInserts=true");
        config.setMaximumPoolSize(connections());
        return new HikariDataSource(config);
    }

    void execute(String statements) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute(statements);
        }
    }
}
