package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.testkit.Client;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

class PoolUseTest {
    @Test
    void connectionThatReadsIsBusy() {
        try (var store = new PostgresStoreProvider().open(TestPostgres.freshAddress(), StoreOptions.DEFAULT)) {
            int busy = store.read(
                    Deadline.in(Duration.ofSeconds(30)),
                    tx -> store.pool().orElseThrow().busy());

            assertThat(busy).isPositive();
        }
    }

    @Test
    void oneConnectionIsEnoughBesidesTheOneThatListens() {
        var store =
                new PostgresStoreProvider().open(TestPostgres.freshAddress(), StoreOptions.DEFAULT.withConnections(1));
        try (var client = Client.of(store)) {
            var id = client.create();

            assertThat(client.claim(1, Duration.ZERO)).hasSize(1);
            assertThat(client.find(id)).isPresent();
            var use = store.pool().orElseThrow();
            assertThat(use.busy() + use.idle()).isBetween(1, 2);
        }
    }

    @Test
    void statementsArePreparedAtOnceUnlessTheAddressSaysOtherwise() throws Exception {
        String address = TestPostgres.freshAddress();
        String withParameter = address + (address.contains("?") ? "&" : "?") + "prepareThreshold=0";

        assertThat(prepareThreshold(address)).isEqualTo(1);
        assertThat(prepareThreshold(withParameter)).as("for a pooler").isZero();
    }

    private static int prepareThreshold(String address) throws SQLException {
        try (var pool = PostgresStoreProvider.pool(PostgresAddress.parse(address), 1);
                var connection = pool.getConnection()) {
            return connection.unwrap(PGConnection.class).getPrepareThreshold();
        }
    }
}
