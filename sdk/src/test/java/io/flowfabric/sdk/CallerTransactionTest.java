package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.UnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Submitting with the caller's data, from the outside. */
@Timeout(120)
class CallerTransactionTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void orderAndChargeAreStoredTogetherAndTheWorkerIsWoken() throws Exception {
        var file = folder.resolve("shop.db");
        try (var fabric = FlowFabric.open("sqlite:" + file);
                var connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            fabric.worker("orders")
                    .on("charge", String.class, (task, order) -> order + " paid")
                    .start();
            connection.setAutoCommit(false);

            execute(connection, "CREATE TABLE orders (name TEXT)");
            execute(connection, "INSERT INTO orders VALUES ('o-1')");
            var submitted = fabric.submit(connection, "orders", "charge", "o-1");
            connection.commit();

            assertThat(submitted.await(String.class, LONG)).isEqualTo("o-1 paid");
        }
    }

    @Test
    void layerThatDoesNotForwardItIsFoundOutAtOnce() throws Exception {
        try (var fabric = new FlowFabric(new FakeEngine(), FabricOptions.DEFAULT);
                var connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            assertThatThrownBy(() -> fabric.submit(connection, "orders", "charge", "o-1"))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("Submit without the connection");
        }
    }

    private static void execute(Connection connection, String sql) throws Exception {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
