package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.contract.KindClaimContract;
import java.time.Clock;

class KindClaimOnMemoryTest extends KindClaimContract {

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.memory(clock);
    }
}
