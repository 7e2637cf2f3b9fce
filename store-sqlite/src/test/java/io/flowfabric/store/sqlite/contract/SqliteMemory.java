package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.store.testkit.StoreFixture;
import java.time.Clock;

/** Stores that end with the process and that no other can open. */
final class SqliteMemory implements StoreFixture {
    @Override
    public String freshAddress() {
        return "sqlite::memory:";
    }

    @Override
    public Store open(Clock clock) {
        return new SqliteStoreProvider().open(freshAddress(), StoreOptions.DEFAULT.withClock(clock));
    }
}
