package io.flowfabric.store.postgres.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.testkit.StoreFixture;
import java.time.Clock;

/** An empty schema for each store, on the server that the tests of a JVM share. */
final class PostgresSchemas implements StoreFixture {
    @Override
    public String freshAddress() {
        return TestPostgres.freshAddress();
    }

    @Override
    public Store open(Clock clock) {
        return TestPostgres.open(clock);
    }
}
