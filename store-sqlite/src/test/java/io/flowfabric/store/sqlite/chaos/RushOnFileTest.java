package io.flowfabric.store.sqlite.chaos;

import io.flowfabric.testkit.chaos.RushContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RushOnFileTest extends RushContract {
    @TempDir
    Path directory;

    @Override
    protected String address() {
        return "sqlite:" + directory.resolve("rush.db");
    }
}
