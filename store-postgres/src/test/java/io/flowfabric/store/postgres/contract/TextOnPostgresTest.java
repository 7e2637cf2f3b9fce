package io.flowfabric.store.postgres.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.contract.TextContract;
import java.time.Clock;

class TextOnPostgresTest extends TextContract {
    @Override
    protected Store openStore(Clock clock) {
        return TestPostgres.open(clock);
    }
}
