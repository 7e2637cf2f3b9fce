package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.contract.AwaitResultContract;
import java.time.Clock;

class AwaitResultOnMemoryTest extends AwaitResultContract {

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.memory(clock);
    }
}
