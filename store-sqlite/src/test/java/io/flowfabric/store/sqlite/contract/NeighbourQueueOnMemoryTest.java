package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.contract.NeighbourQueueContract;
import java.time.Clock;

class NeighbourQueueOnMemoryTest extends NeighbourQueueContract {

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.memory(clock);
    }
}
