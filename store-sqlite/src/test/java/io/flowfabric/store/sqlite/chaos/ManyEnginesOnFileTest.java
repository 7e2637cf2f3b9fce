package io.flowfabric.store.sqlite.chaos;

import io.flowfabric.testkit.chaos.ManyEnginesContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ManyEnginesOnFileTest extends ManyEnginesContract {
    @TempDir
    Path directory;

    @Override
    protected String address() {
        return "sqlite:" + directory.resolve("many.db");
    }
}
