package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.contract.SeveralLanesContract;
import java.time.Clock;

class SeveralLanesOnMemoryTest extends SeveralLanesContract {

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.memory(clock);
    }
}
