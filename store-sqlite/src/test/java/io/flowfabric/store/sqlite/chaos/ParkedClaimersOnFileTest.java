package io.flowfabric.store.sqlite.chaos;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.testkit.chaos.ParkedClaimersContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ParkedClaimersOnFileTest extends ParkedClaimersContract {
    @TempDir
    Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open("sqlite:" + directory.resolve("parked.db"), StoreOptions.DEFAULT);
    }
}
