package io.flowfabric.store.sqlite.table;

import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.query.PartitionCounts;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;

/** The partition counts, which are recorded when a store is new and never change after that. */
public final class SqliteStoredPartitions {
    private static final String READ = "SELECT name, value FROM ff_settings WHERE name IN " + PartitionCounts.NAMES;

    private static final String WRITE = "INSERT INTO ff_settings (name, value) VALUES (?, ?), (?, ?), (?, ?)";

    private SqliteStoredPartitions() {}

    /** Records the counts in a new store. Fails with {@code corruption} when the store has others. */
    public static void require(SqlScope scope, PartitionConfig config) throws SQLException {
        var stored = PartitionCounts.read(scope.prepare(READ));
        if (stored.isEmpty()) {
            var statement = scope.prepare(WRITE);
            Columns.bindAll(statement, PartitionCounts.settings(config).toArray());
            statement.executeUpdate();
            return;
        }
        PartitionCounts.require(config, stored);
    }
}
