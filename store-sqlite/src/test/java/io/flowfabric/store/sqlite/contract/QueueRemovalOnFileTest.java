package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.contract.QueueRemovalContract;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

class QueueRemovalOnFileTest extends QueueRemovalContract {
    @TempDir
    Path directory;

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.file(directory.resolve("contract.db"), clock);
    }
}
