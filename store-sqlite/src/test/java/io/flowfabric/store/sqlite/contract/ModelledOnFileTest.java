package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.modelled.ModelledSuite;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

class ModelledOnFileTest extends ModelledSuite {
    @TempDir
    Path directory;

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.file(directory.resolve("modelled.db"), clock);
    }

    @Override
    protected int stepsByDefault() {
        return 1_000;
    }
}
