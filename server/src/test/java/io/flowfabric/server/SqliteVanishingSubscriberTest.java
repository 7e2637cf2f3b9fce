package io.flowfabric.server;

import io.flowfabric.engine.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteVanishingSubscriberTest extends VanishingSubscriberContract {
    @TempDir
    Path directory;

    @Override
    Store openStore() {
        return TestStores.sqlite(directory);
    }
}
