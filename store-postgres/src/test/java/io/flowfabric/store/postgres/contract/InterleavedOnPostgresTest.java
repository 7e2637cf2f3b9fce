package io.flowfabric.store.postgres.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.interleaved.BlockedSessions;
import io.flowfabric.testkit.interleaved.Granularity;
import io.flowfabric.testkit.modelled.InterleavedSuite;
import java.time.Clock;

class InterleavedOnPostgresTest extends InterleavedSuite {
    @Override
    protected Store openStore(Clock clock) {
        return TestPostgres.open(clock);
    }

    @Override
    protected Granularity granularity() {
        return Granularity.STATEMENT;
    }

    @Override
    protected BlockedSessions blockedSessions(Store of) {
        return TestPostgres.blockedSessions(of);
    }
}
