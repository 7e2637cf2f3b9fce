package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import java.nio.file.Path;
import java.time.Clock;

/** Stores for the contract suites. */
final class SqliteStores {
    private SqliteStores() {}

    static Store file(Path file, Clock clock) {
        return open("sqlite:" + file, clock);
    }

    static Store memory(Clock clock) {
        return open("sqlite::memory:", clock);
    }

    private static Store open(String address, Clock clock) {
        return new SqliteStoreProvider().open(address, StoreOptions.DEFAULT.withClock(clock));
    }
}
