package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.testkit.contract.PartitionCountContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class PartitionCountOnFileTest extends PartitionCountContract {
    @TempDir
    Path directory;

    @Override
    protected Store openStore(StoreOptions options) {
        return new SqliteStoreProvider().open("sqlite:" + directory.resolve("contract.db"), options);
    }
}
