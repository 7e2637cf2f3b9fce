package io.flowfabric.store.jdbc.row;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A registered worker as a row. Neither lanes nor capabilities contain a comma, so each list is one text. */
public final class WorkerRow {
    /** The columns of the row, in the order of {@link #values} and {@link #read}; the last is derived, for its index. */
    public static final String COLUMNS = "namespace, worker_instance_id, worker_id, lanes, capabilities, liveness_ttl, "
            + "registered_at, last_heartbeat, liveness_ends_at";

    /** How many columns the row has. */
    public static final int WIDTH = COLUMNS.split(",").length;

    private WorkerRow() {}

    /** What the columns hold for a worker. */
    public static Object[] values(RegisteredWorker worker) {
        return new Object[] {
            worker.key().namespace().value(),
            worker.key().workerInstanceId().value(),
            worker.workerId().value(),
            worker.offer().lanes().stream().map(LaneId::value).collect(Collectors.joining(",")),
            worker.offer().capabilities().csv(),
            worker.offer().livenessTtlMs(),
            worker.registeredAtMs(),
            worker.lastHeartbeatMs(),
            worker.livenessEndsAt()
        };
    }

    /** Reads a row that consists of {@link #COLUMNS}. */
    public static RegisteredWorker read(ResultSet row) throws SQLException {
        return new RegisteredWorker(
                key(row),
                new WorkerId(row.getString(3)),
                WorkerOffer.of(
                        Arrays.stream(row.getString(4).split(","))
                                .map(LaneId::new)
                                .toList(),
                        CapabilitySet.parseCsv(row.getString(5)),
                        row.getLong(6)),
                row.getLong(7),
                row.getLong(8));
    }

    /** Reads the key of a row that begins with {@link #COLUMNS}. */
    public static WorkerKey key(ResultSet row) throws SQLException {
        return new WorkerKey(new Namespace(row.getString(1)), new WorkerInstanceId(row.getString(2)));
    }
}
