package io.flowfabric.store.postgres;

import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.store.jdbc.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** The partition counts, which are recorded when a store is new and never change after that. */
final class StoredPartitions {
    private static final String READ =
            "SELECT name, value FROM ff.settings WHERE name IN ('num_flow_partitions', 'num_budget_partitions', 'num_quota_partitions')";

    /** Whoever is first records; the others find what it recorded. */
    private static final String WRITE = """
            INSERT INTO ff.settings (name, value)
            VALUES ('num_flow_partitions', ?), ('num_budget_partitions', ?), ('num_quota_partitions', ?)
            ON CONFLICT (name) DO NOTHING""";

    private StoredPartitions() {}

    /** Records the counts in a new store. Fails with {@code corruption} when the store has others. */
    static void require(PgScope scope, PartitionConfig config) throws SQLException {
        Map<String, Integer> stored = read(scope);
        if (stored.isEmpty()) {
            write(scope, config);
            stored = read(scope);
        }
        var recorded = new PartitionConfig(
                stored.get("num_flow_partitions"),
                stored.get("num_budget_partitions"),
                stored.get("num_quota_partitions"));
        var mismatch = config.mismatch(recorded);
        if (mismatch.isPresent()) {
            throw mismatch.get().toException();
        }
    }

    private static Map<String, Integer> read(PgScope scope) throws SQLException {
        var counts = new TreeMap<String, Integer>();
        try (var statement = scope.prepare(READ);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                counts.put(row.getString(1), Integer.valueOf(row.getString(2)));
            }
        }
        return counts;
    }

    private static void write(PgScope scope, PartitionConfig config) throws SQLException {
        try (var statement = scope.prepare(WRITE)) {
            Columns.bindAll(
                    statement,
                    Integer.toString(config.flowPartitions()),
                    Integer.toString(config.budgetPartitions()),
                    Integer.toString(config.quotaPartitions()));
            statement.executeUpdate();
        }
    }
}
