package io.flowfabric.store.postgres.chaos;

import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.chaos.SmallHeapContract;

class SmallHeapOnPostgresTest extends SmallHeapContract {
    @Override
    protected String address() {
        return TestPostgres.freshAddress();
    }
}
