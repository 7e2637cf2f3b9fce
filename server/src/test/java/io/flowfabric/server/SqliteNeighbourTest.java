package io.flowfabric.server;

import io.flowfabric.engine.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteNeighbourTest extends NeighbourContract {
    @TempDir
    Path one;

    @TempDir
    Path other;

    private boolean forgotten;

    @Override
    Store openStore() {
        return TestStores.sqlite(forgotten ? other : one);
    }

    @Override
    void forgetStore() {
        forgotten = true;
    }
}
