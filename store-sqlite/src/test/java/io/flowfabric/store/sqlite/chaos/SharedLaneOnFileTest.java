package io.flowfabric.store.sqlite.chaos;

import io.flowfabric.testkit.chaos.SharedLaneContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SharedLaneOnFileTest extends SharedLaneContract {
    @TempDir
    static Path directory;

    @Override
    protected String address() {
        return "sqlite:" + directory.resolve("lane.db");
    }
}
