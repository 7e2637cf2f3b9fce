package io.flowfabric.server;

import io.flowfabric.engine.store.Store;

class PostgresRouteHttpTest extends RouteHttpContract {
    private final String address = TestStores.freshPostgres();

    @Override
    Store openStore() {
        return TestStores.postgres(address);
    }
}
