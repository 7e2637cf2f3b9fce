package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.contract.TextContract;
import java.time.Clock;

class TextOnMemoryTest extends TextContract {

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.memory(clock);
    }
}
