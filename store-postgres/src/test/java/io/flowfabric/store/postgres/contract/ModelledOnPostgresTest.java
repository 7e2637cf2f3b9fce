package io.flowfabric.store.postgres.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.modelled.ModelledSuite;
import java.time.Clock;

class ModelledOnPostgresTest extends ModelledSuite {
    @Override
    protected Store openStore(Clock clock) {
        return TestPostgres.open(clock);
    }

    @Override
    protected int stepsByDefault() {
        return 500;
    }
}
