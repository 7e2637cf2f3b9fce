package io.flowfabric.store.jdbc.query;

import io.flowfabric.engine.store.read.DueReads.Next;
import io.flowfabric.engine.store.read.DueReads.ReclaimableLease;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Answers to the question what is due. */
public final class DueRows {
    private DueRows() {}

    /** Reads the next due time, the next end of a retention, and whether an execution waits for a capable worker. */
    public static Next next(ResultSet row) throws SQLException {
        return new Next(Columns.optionalLong(row, 1), Columns.optionalLong(row, 2), row.getBoolean(3));
    }

    /** Reads {@link StateConditions#RECLAIMABLE_FROM} and the key of an execution. */
    public static ReclaimableLease reclaimable(ResultSet row) throws SQLException {
        return new ReclaimableLease(row.getLong(1), ExecutionKey.decode(row.getBytes(2)));
    }
}
