package io.flowfabric.store.postgres.chaos;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.chaos.ParkedClaimersContract;

class ParkedClaimersOnPostgresTest extends ParkedClaimersContract {
    private final String address = TestPostgres.freshAddress();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(address, StoreOptions.DEFAULT);
    }
}
