package io.flowfabric.store.sqlite.contract;

import io.flowfabric.store.testkit.contract.read.DamageContract;
import java.sql.DriverManager;

/** Another program damages the rows of the file. */
abstract class FileDamageContract extends DamageContract {
    @Override
    protected void update(String table, String assignment) throws Exception {
        try (var connection = DriverManager.getConnection(SqliteFiles.jdbcUrl(store));
                var statement = connection.createStatement()) {
            statement.execute("UPDATE ff_%s SET %s".formatted(table, assignment));
        }
    }
}
