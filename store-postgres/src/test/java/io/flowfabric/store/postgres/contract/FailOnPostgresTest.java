package io.flowfabric.store.postgres.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.contract.FailContract;
import java.time.Clock;

class FailOnPostgresTest extends FailContract {
    @Override
    protected Store openStore(Clock clock) {
        return TestPostgres.open(clock);
    }
}
