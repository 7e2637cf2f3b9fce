package io.flowfabric.store.jdbc.query;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.PartitionConfig;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The partition counts of a store, which are settings: recorded when the store is new, and never changed. */
public final class PartitionCounts {
    private static final String FLOW = "num_flow_partitions";
    private static final String BUDGET = "num_budget_partitions";
    private static final String QUOTA = "num_quota_partitions";

    /** The names of the settings, as a list for IN. */
    public static final String NAMES = "('%s', '%s', '%s')".formatted(FLOW, BUDGET, QUOTA);

    private PartitionCounts() {}

    /** What a new store records: names and values in turn, always in the same order. */
    public static List<String> settings(PartitionConfig config) {
        return List.of(
                BUDGET,
                Integer.toString(config.budgetPartitions()),
                FLOW,
                Integer.toString(config.flowPartitions()),
                QUOTA,
                Integer.toString(config.quotaPartitions()));
    }

    /** What a query for names and values of {@link #NAMES} finds. */
    public static Map<String, Integer> read(PreparedStatement query) throws SQLException {
        var counts = new HashMap<String, Integer>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                counts.put(row.getString(1), Integer.valueOf(row.getString(2)));
            }
        }
        return counts;
    }

    /**
     * Compares what a store has recorded with what the program is configured to.
     *
     * @throws EngineException {@code corruption} if they differ
     */
    public static void require(PartitionConfig config, Map<String, Integer> recorded) {
        config.mismatch(new PartitionConfig(recorded.get(FLOW), recorded.get(BUDGET), recorded.get(QUOTA)))
                .ifPresent(mismatch -> {
                    throw mismatch.toException();
                });
    }
}
