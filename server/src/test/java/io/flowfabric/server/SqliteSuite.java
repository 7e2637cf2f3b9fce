package io.flowfabric.server;

import io.flowfabric.engine.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A server on SQLite, for tests that do not depend on the store. */
abstract class SqliteSuite extends ServerSuite {
    @TempDir
    Path directory;

    @Override
    Store openStore() {
        return TestStores.sqlite(directory);
    }
}
