package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

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
}
