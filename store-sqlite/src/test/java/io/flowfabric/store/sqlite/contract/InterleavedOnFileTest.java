package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.interleaved.Granularity;
import io.flowfabric.testkit.modelled.InterleavedSuite;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

class InterleavedOnFileTest extends InterleavedSuite {
    @TempDir
    Path directory;

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.file(directory.resolve("interleaved.db"), clock);
    }

    @Override
    protected Granularity granularity() {
        return Granularity.TRANSACTION;
    }
}
