package io.flowfabric.server;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

class SqliteQueueFloodTest extends QueueFloodContract {
    @TempDir
    Path directory;

    @Override
    Store openStore(Clock by) {
        return new SqliteStoreProvider()
                .open("sqlite:" + directory.resolve("test.db"), StoreOptions.DEFAULT.withClock(by));
    }
}
