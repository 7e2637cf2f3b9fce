package io.flowfabric.store.jdbc.row;

import io.flowfabric.engine.store.read.ExecutionReads.ReclaimCount;
import io.flowfabric.model.lease.LeaseMarks;
import io.flowfabric.store.jdbc.PolicyCache;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The columns that decide whether an execution may be reclaimed once more. */
public final class ReclaimCountRow {
    /** Of the execution {@code e} and its content {@code c}, in the order of {@link #readAll}. */
    public static final String SELECTED = "e.id, e.reclaims, e.lease_marks, c.policy";

    private ReclaimCountRow() {}

    /** Reads all rows, which consist of {@link #SELECTED}. */
    public static List<ReclaimCount> readAll(ResultSet row, PolicyCache policies) throws SQLException {
        var counts = new ArrayList<ReclaimCount>();
        while (row.next()) {
            counts.add(new ReclaimCount(
                    ExecutionKey.decode(row.getBytes(1)),
                    row.getInt(2),
                    LeaseMarks.ofNumber(row.getInt(3)),
                    policies.of(row.getString(4))));
        }
        return counts;
    }
}
