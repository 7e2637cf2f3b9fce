package io.flowfabric.store.sqlite.chaos;

import io.flowfabric.testkit.chaos.SmallHeapContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SmallHeapOnFileTest extends SmallHeapContract {
    @TempDir
    Path directory;

    @Override
    protected String address() {
        return "sqlite:" + directory.resolve("heap.db");
    }
}
