package io.flowfabric.store.postgres.chaos;

import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.chaos.RushContract;

class RushOnPostgresTest extends RushContract {
    @Override
    protected String address() {
        return TestPostgres.freshAddress();
    }
}
