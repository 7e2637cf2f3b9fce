package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.testkit.contract.read.DamageContract;
import java.time.Clock;

/** Another program damages the rows of a schema that no later test gets. */
public abstract class PostgresDamageContract extends DamageContract {
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
