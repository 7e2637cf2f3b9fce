package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.modelled.ModelledSuite;
import java.time.Clock;

class ModelledOnMemoryTest extends ModelledSuite {

    @Override
    protected Store openStore(Clock clock) {
        return SqliteStores.memory(clock);
    }

    @Override
    protected int stepsByDefault() {
        return 2_000;
    }
}
