package io.flowfabric.server;

import io.flowfabric.engine.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteHostileArgumentsTest extends HostileArgumentsContract {
    @TempDir
    Path directory;

    @Override
    Store openStore() {
        return TestStores.sqlite(directory);
    }
}
