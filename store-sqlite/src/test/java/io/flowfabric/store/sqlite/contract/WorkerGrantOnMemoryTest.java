package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.contract.WorkerGrantContract;
import java.time.Clock;

class WorkerGrantOnMemoryTest extends WorkerGrantContract {

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.memory(clock);
    }
}
