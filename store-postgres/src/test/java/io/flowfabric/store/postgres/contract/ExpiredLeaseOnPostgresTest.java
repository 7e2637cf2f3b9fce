package io.flowfabric.store.postgres.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.contract.ExpiredLeaseContract;
import java.time.Clock;

class ExpiredLeaseOnPostgresTest extends ExpiredLeaseContract {
    @Override
    protected Store openStore(Clock clock) {
        return TestPostgres.open(clock);
    }
}
