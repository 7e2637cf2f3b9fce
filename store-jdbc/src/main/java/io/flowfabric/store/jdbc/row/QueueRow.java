package io.flowfabric.store.jdbc.row;

import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A queue as a row. */
public final class QueueRow {
    public static final String COLUMNS = "number, namespace, lane, capabilities, kind";

    private QueueRow() {}

    /** The failure for a number that no queue has. */
    public static EngineException missing(int number) {
        return EngineError.of(
                        ErrorCode.CORRUPTION,
                        "queue: " + number,
                        "An execution names a queue that does not exist; the database was damaged.")
                .toException();
    }

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
