package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.testkit.contract.SharedStore;
import java.nio.file.Path;
import java.time.Clock;

/** Stores for the contract suites. */
final class SqliteStores {
    private SqliteStores() {}

    static Store file(Path file, Clock clock) {
        return new OnFile(open("sqlite:" + file, clock), file);
    }

    static Store memory(Clock clock) {
        return open("sqlite::memory:", clock);
    }

    private static Store open(String address, Clock clock) {
        return new SqliteStoreProvider().open(address, StoreOptions.DEFAULT.withClock(clock));
    }

    /** A store on a file that others may open as well. */
    private record OnFile(Store store, Path file) implements SharedStore {
        @Override
        public Store beside(Clock clock) {
            return SqliteStores.file(file, clock);
        }
    }
}
