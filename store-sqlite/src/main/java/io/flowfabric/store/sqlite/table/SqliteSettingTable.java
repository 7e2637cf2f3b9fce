package io.flowfabric.store.sqlite.table;

import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;

/** What is fixed for the life of the store. */
final class SqliteSettingTable {
    /** The first value stays. Found by the primary key. */
    private static final String KEEP =
            "INSERT INTO ff_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING";

    private static final String READ = "SELECT value FROM ff_settings WHERE name = ?";

    private SqliteSettingTable() {}

    static String valueOr(SqlScope scope, String name, String value) throws SQLException {
        var keep = scope.prepare(KEEP);
        Columns.bindAll(keep, name, value);
        keep.executeUpdate();
        var read = scope.prepare(READ);
        Columns.bindAll(read, name);
        try (var row = read.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }
}
