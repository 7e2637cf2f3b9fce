package io.flowfabric.server;

import io.flowfabric.engine.store.Store;

class PostgresHostileArgumentsTest extends HostileArgumentsContract {
    private final String address = TestStores.freshPostgres();

    @Override
    Store openStore() {
        return TestStores.postgres(address);
    }
}
