package io.flowfabric.store.postgres.table;

import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.query.PartitionCounts;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.util.Map;

/** The partition counts, which are recorded when a store is new and never change after that. */
public final class PostgresStoredPartitions {
    private static final String READ = "SELECT name, value FROM ff.settings WHERE name IN " + PartitionCounts.NAMES;

    /** The first process records; the others find what it recorded. */
    private static final String WRITE = """
            INSERT INTO ff.settings (name, value) VALUES (?, ?), (?, ?), (?, ?)
            ON CONFLICT (name) DO NOTHING""";

    private PostgresStoredPartitions() {}

    /** Records the counts in a new store. Fails with {@code corruption} when the store has others. */
    public static void require(PostgresScope scope, PartitionConfig config) throws SQLException {
        var stored = read(scope);
        if (stored.isEmpty()) {
            try (var statement = scope.prepare(WRITE)) {
                Columns.bindAll(statement, PartitionCounts.settings(config).toArray());
                statement.executeUpdate();
            }
            stored = read(scope);
        }
        PartitionCounts.require(config, stored);
    }

    private static Map<String, Integer> read(PostgresScope scope) throws SQLException {
        try (var statement = scope.prepare(READ)) {
            return PartitionCounts.read(statement);
        }
    }
}
