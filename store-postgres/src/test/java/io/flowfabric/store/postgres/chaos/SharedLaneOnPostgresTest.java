package io.flowfabric.store.postgres.chaos;

import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.chaos.SharedLaneContract;

class SharedLaneOnPostgresTest extends SharedLaneContract {
    @Override
    protected String address() {
        return TestPostgres.freshAddress();
    }
}
