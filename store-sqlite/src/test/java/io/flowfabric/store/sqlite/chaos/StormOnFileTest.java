package io.flowfabric.store.sqlite.chaos;

import io.flowfabric.testkit.chaos.StormContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class StormOnFileTest extends StormContract {
    @TempDir
    static Path directory;

    @Override
    protected String address() {
        return "sqlite:" + directory.resolve("storm.db");
    }
}
