package io.flowfabric.store.sqlite;

import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.store.jdbc.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** The partition counts, which are recorded when a store is new and never change after that. */
final class StoredPartitions {
    private static final String READ =
            "SELECT name, value FROM ff_settings WHERE name LIKE 'num\\_%\\_partitions' ESCAPE '\\'";

    private static final String WRITE = "INSERT INTO ff_settings (name, value) VALUES (?, ?)";

    private static final String FLOW = "num_flow_partitions";
    private static final String BUDGET = "num_budget_partitions";
    private static final String QUOTA = "num_quota_partitions";

    private StoredPartitions() {}

    /** Records the counts in a new store. Fails with {@code corruption} when the store has others. */
    static void require(SqlScope scope, PartitionConfig config) throws SQLException {
        Map<String, Integer> stored = read(scope);
        if (stored.isEmpty()) {
            write(scope, FLOW, config.flowPartitions());
            write(scope, BUDGET, config.budgetPartitions());
            write(scope, QUOTA, config.quotaPartitions());
            return;
        }
        var recorded = new PartitionConfig(stored.get(FLOW), stored.get(BUDGET), stored.get(QUOTA));
        var mismatch = config.mismatch(recorded);
        if (mismatch.isPresent()) {
            throw mismatch.get().toException();
        }
    }

    private static Map<String, Integer> read(SqlScope scope) throws SQLException {
        var counts = new TreeMap<String, Integer>();
        try (ResultSet row = scope.prepare(READ).executeQuery()) {
            while (row.next()) {
                counts.put(row.getString(1), Integer.valueOf(row.getString(2)));
            }
        }
        return counts;
    }

    private static void write(SqlScope scope, String name, int count) throws SQLException {
        var statement = scope.prepare(WRITE);
        Columns.bindAll(statement, name, Integer.toString(count));
        statement.executeUpdate();
    }
}
