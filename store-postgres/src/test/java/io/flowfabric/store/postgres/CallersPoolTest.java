package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** A store through a pool of the application's. */
class CallersPoolTest {
    private static final int SIZE = 8;

    @Test
    void storeWorksThroughThePoolAndHandsItBackAsItWas() throws SQLException {
        try (var pool = pool()) {
            var store =
                    new PostgresStoreProvider().open(pool, StoreOptions.DEFAULT).orElseThrow();
            try (var client = Client.of(store)) {
                var id = client.create();
                assertThat(client.claim(1, Duration.ZERO)).hasSize(1);
                assertThat(client.find(id)).isPresent();
                assertThat(store.pool())
                        .as("a pool that the application watches")
                        .isEmpty();
            }

            assertThat(pool.isClosed()).isFalse();
            assertThat(listeners(pool)).isZero();
        }
    }

    /** Asks every connection of the pool. */
    private static int listeners(HikariDataSource pool) throws SQLException {
        var all = new ArrayList<Connection>();
        int listening = 0;
        try {
            for (int i = 0; i < SIZE; i++) {
                all.add(pool.getConnection());
            }
            for (var connection : all) {
                try (var statement = connection.createStatement();
                        var row = statement.executeQuery("SELECT count(*) FROM pg_listening_channels()")) {
                    row.next();
                    listening += row.getInt(1);
                }
            }
        } finally {
            for (var connection : all) {
                connection.close();
            }
        }
        return listening;
    }

    private static HikariDataSource pool() {
        var config = new HikariConfig();
        config.setDataSource(TestPostgres.dataSource(TestPostgres.freshAddress()));
        config.setMaximumPoolSize(SIZE);
        return new HikariDataSource(config);
    }
}
