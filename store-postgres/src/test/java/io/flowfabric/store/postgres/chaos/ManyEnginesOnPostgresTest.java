package io.flowfabric.store.postgres.chaos;

import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.chaos.ManyEnginesContract;

class ManyEnginesOnPostgresTest extends ManyEnginesContract {
    @Override
    protected String address() {
        return TestPostgres.freshAddress();
    }
}
