package io.flowfabric.store.postgres.table;

import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;

/** What is fixed for the life of the store. */
final class PostgresSettingTable {
    /** The first value stays; another transaction waits for its commit. Found by the primary key. */
    private static final String KEEP =
            "INSERT INTO ff.settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING";

    private static final String READ = "SELECT value FROM ff.settings WHERE name = ?";

    private PostgresSettingTable() {}

    static String valueOr(PostgresScope scope, String name, String value) throws SQLException {
        try (var keep = scope.prepare(KEEP)) {
            Columns.bindAll(keep, name, value);
            keep.executeUpdate();
        }
        try (var read = scope.prepare(READ)) {
            Columns.bindAll(read, name);
            try (var row = read.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
