package io.flowfabric.store.jdbc;

import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A queue as a row. */
public final class QueueRow {
    public static final String COLUMNS = "number, namespace, lane, capabilities, kind";

    private QueueRow() {}

    /** Reads {@link #COLUMNS}. */
    public static Queue read(ResultSet row) throws SQLException {
        return new Queue(
                row.getInt(1),
                new Namespace(row.getString(2)),
                new LaneId(row.getString(3)),
                CapabilitySet.parseCsv(row.getString(4)),
                Optional.of(row.getString(5)).filter(kind -> !kind.isEmpty()));
    }
}
