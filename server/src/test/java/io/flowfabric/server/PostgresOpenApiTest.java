package io.flowfabric.server;

import io.flowfabric.engine.store.Store;

class PostgresOpenApiTest extends OpenApiContract {
    private final String address = TestStores.freshPostgres();

    @Override
    Store openStore() {
        return TestStores.postgres(address);
    }
}
