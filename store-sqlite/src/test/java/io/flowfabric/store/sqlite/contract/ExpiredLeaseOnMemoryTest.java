package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.contract.ExpiredLeaseContract;
import java.time.Clock;

class ExpiredLeaseOnMemoryTest extends ExpiredLeaseContract {

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.memory(clock);
    }
}
