package io.flowfabric.store.postgres.chaos;

import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.testkit.chaos.HeldStoreContract;

class HeldStoreOnPostgresTest extends HeldStoreContract {
    @Override
    protected String address() {
        return TestPostgres.freshAddress();
    }

    /** Another session has the table of executions; it is given back when the connection is closed. */
    @Override
    protected AutoCloseable hold(String address) throws Exception {
        var foreign = TestPostgres.connect(address);
        foreign.setAutoCommit(false);
        try (var statement = foreign.createStatement()) {
            statement.execute(
                    "LOCK TABLE %s.executions IN EXCLUSIVE MODE".formatted(address.replaceAll(".*schema=", "")));
        }
        return foreign;
    }
}
