package io.flowfabric.server;

import io.flowfabric.engine.store.Store;

class PostgresVanishingSubscriberTest extends VanishingSubscriberContract {
    private final String address = TestStores.freshPostgres();

    @Override
    Store openStore() {
        return TestStores.postgres(address);
    }
}
