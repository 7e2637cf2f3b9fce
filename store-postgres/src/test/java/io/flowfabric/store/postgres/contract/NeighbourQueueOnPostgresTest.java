package io.flowfabric.store.postgres.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.contract.NeighbourQueueContract;
import java.time.Clock;

class NeighbourQueueOnPostgresTest extends NeighbourQueueContract {
    @Override
    protected Store openStore(Clock clock) {
        return TestPostgres.open(clock);
    }
}
