package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.testkit.contract.DamageContract;
import java.sql.Statement;
import java.time.Clock;

class DamageInMemoryTest extends DamageContract {
    @Override
    protected Store openStore(Clock clock) {
        return new SqliteStoreProvider().open("sqlite::memory:", StoreOptions.DEFAULT.withClock(clock));
    }

    @Override
    protected void update(String table, String assignment) throws Exception {
        WriteUnit<Boolean> unit = scope -> {
            try (Statement statement = scope.connection().createStatement()) {
                return statement.execute("UPDATE ff_%s SET %s".formatted(table, assignment));
            }
        };
        TestDatabase.get(((SqliteStore) store).writer().submit(unit, 0, TestDatabase.inSeconds(30)));
    }
}
