package io.flowfabric.store.postgres.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.contract.QueueContract;
import java.time.Clock;

class QueueOnPostgresTest extends QueueContract {
    @Override
    protected Store openStore(Clock clock) {
        return TestPostgres.open(clock);
    }
}
