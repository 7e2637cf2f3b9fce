package io.flowfabric.server;

import io.flowfabric.engine.store.Store;

class PostgresMetricsTest extends MetricsContract {
    private final String address = TestStores.freshPostgres();

    @Override
    Store openStore() {
        return TestStores.postgres(address);
    }
}
