package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.testkit.contract.DamageContract;
import java.time.Clock;

class DamageTest extends DamageContract {
    private final String address = TestPostgres.freshAddress();

    @Override
    protected Store openStore(Clock clock) {
        return new PostgresStoreProvider().open(address, StoreOptions.DEFAULT.withClock(clock));
    }

    @Override
    protected void update(String table, String assignment) throws Exception {
        try (var connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            statement.execute(
                    PostgresAddress.parse(address).schema().in("UPDATE ff.%s SET %s".formatted(table, assignment)));
        }
    }
}
