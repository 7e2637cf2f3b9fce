package io.flowfabric.server;

import io.flowfabric.engine.store.Store;

class PostgresNeighbourTest extends NeighbourContract {
    private String address = TestStores.freshPostgres();

    @Override
    Store openStore() {
        return TestStores.postgres(address);
    }

    @Override
    void forgetStore() {
        address = TestStores.freshPostgres();
    }
}
