package io.flowfabric.store.sqlite.writer;

import io.flowfabric.store.sqlite.SqliteStore;
import io.flowfabric.store.testkit.contract.read.DamageContract;
import java.sql.Statement;

/** Rows are damaged through the writer of the store, because nothing else reaches its memory. */
public abstract class MemoryDamageContract extends DamageContract {
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
