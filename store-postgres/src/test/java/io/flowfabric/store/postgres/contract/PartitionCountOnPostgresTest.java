package io.flowfabric.store.postgres.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.contract.PartitionCountContract;

class PartitionCountOnPostgresTest extends PartitionCountContract {
    private final String address = TestPostgres.freshAddress();

    @Override
    protected Store openStore(StoreOptions options) {
        return new PostgresStoreProvider().open(address, options);
    }
}
