package io.flowfabric.server;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import java.time.Clock;

class PostgresQueueFloodTest extends QueueFloodContract {
    private final String address = TestStores.freshPostgres();

    @Override
    Store openStore(Clock by) {
        return new PostgresStoreProvider().open(address, StoreOptions.DEFAULT.withClock(by));
    }
}
