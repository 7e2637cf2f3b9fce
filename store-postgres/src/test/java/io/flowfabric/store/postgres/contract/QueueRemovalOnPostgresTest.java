package io.flowfabric.store.postgres.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.contract.QueueRemovalContract;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

class QueueRemovalOnPostgresTest extends QueueRemovalContract {
    private static final long BETWEEN_LOOKS_NANOS = 200_000;

    @Override
    protected Store openStore(Clock clock) {
        return TestPostgres.open(clock);
    }

    @Override
    protected void meanwhile(CompletableFuture<?> call) {
        try (var blocked = TestPostgres.blockedSessions(store)) {
            while (blocked.count() == 0) {
                assertThat(call).as("what waits for the other transaction").isNotDone();
                LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            }
        }
    }
}
