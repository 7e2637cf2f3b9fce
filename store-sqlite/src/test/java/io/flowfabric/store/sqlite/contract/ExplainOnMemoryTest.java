package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.contract.ExplainContract;
import java.time.Clock;

class ExplainOnMemoryTest extends ExplainContract {

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.memory(clock);
    }
}
