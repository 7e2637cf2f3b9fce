package io.flowfabric.store.postgres.chaos;

import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.chaos.WrongClockContract;

class WrongClockOnPostgresTest extends WrongClockContract {
    @Override
    protected String address() {
        return TestPostgres.freshAddress();
    }
}
