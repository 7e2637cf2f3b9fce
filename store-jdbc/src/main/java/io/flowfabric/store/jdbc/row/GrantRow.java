package io.flowfabric.store.jdbc.row;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.store.jdbc.column.StoredLiteral;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A grant as a row; an execution has at most one. */
public final class GrantRow {
    /** The columns of a row, in the order of {@link #values}. */
    public static final String COLUMNS = "seq, grant_key, kind, worker_id, worker_instance_id, issued_at, expires_at";

    /** What {@link #read} wants, of a table with the alias {@code g}. */
    public static final String SELECTED =
            "g.grant_key, g.kind, g.worker_id, g.worker_instance_id, g.issued_at, g.expires_at";

    /** How many columns {@link #SELECTED} has. */
    public static final int WIDTH = 6;

    private GrantRow() {}

    /** What {@link #COLUMNS} hold for the grant of an execution. */
    public static Object[] values(long seq, Grant grant) {
        return new Object[] {
            seq,
            grant.key(),
            grant.kind().literal(),
            grant.workerId().value(),
            grant.workerInstanceId().value(),
            grant.issuedAt(),
            grant.expiresAt()
        };
    }

    /** Reads {@link #SELECTED} from a column on; empty when the row was joined with no grant. */
    public static Optional<Grant> read(ResultSet row, int first, ExecutionId id) throws SQLException {
        String key = row.getString(first);
        return key == null
                ? Optional.empty()
                : Optional.of(new Grant(
                        key,
                        id,
                        StoredLiteral.parse(GrantKind.class, "kind", row.getString(first + 1)),
                        new WorkerId(row.getString(first + 2)),
                        new WorkerInstanceId(row.getString(first + 3)),
                        row.getLong(first + 4),
                        row.getLong(first + 5)));
    }
}
