package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.WorkerReads;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.ColumnType;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.WorkerRow;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The registry of workers. */
final class PgWorkerTable implements WorkerReads {
    private static final String SELECT = "SELECT " + WorkerRow.COLUMNS + " FROM ff.workers WHERE ";

    private static final List<ColumnType> KEYS = List.of(ColumnType.TEXT, ColumnType.TEXT);

    private static final String LOCK = SELECT + "(namespace, worker_instance_id) IN (SELECT * FROM unnest("
            + ArrayRows.parameters(KEYS) + ")) ORDER BY namespace, worker_instance_id FOR UPDATE";

    /** A range of the primary key; whose liveness has ended is passed over, and soon swept. */
    static final String LIST = SELECT + """
            (?::text IS NULL OR namespace = ?) AND (namespace, worker_instance_id) > (?, ?) AND liveness_ends_at > ?
            ORDER BY namespace, worker_instance_id LIMIT ?""";

    /** Served by {@code workers_liveness}. */
    static final String ENDED = SELECT + "liveness_ends_at < ? ORDER BY liveness_ends_at LIMIT ?";

    private static final String VALUES =
            "INSERT INTO ff.workers (" + WorkerRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ";

    private static final String XACT_ID = "RETURNING pg_current_xact_id()::text";

    /** Fails when another transaction has registered the worker since it was looked for, and is then tried again. */
    private static final String INSERT = VALUES + XACT_ID;

    private static final String PUT = VALUES + """
            ON CONFLICT (namespace, worker_instance_id) DO UPDATE SET
                worker_id = excluded.worker_id, lanes = excluded.lanes, capabilities = excluded.capabilities,
                liveness_ttl = excluded.liveness_ttl, registered_at = excluded.registered_at,
                last_heartbeat = excluded.last_heartbeat, liveness_ends_at = excluded.liveness_ends_at
            """ + XACT_ID;

    private static final String DELETE = "DELETE FROM ff.workers WHERE namespace = ? AND worker_instance_id = ?";

    private final PgScope scope;

    PgWorkerTable(PgScope scope) {
        this.scope = scope;
    }

    @Override
    public List<Worker> list(Scan scan) {
        String only = scan.namespace().map(Namespace::value).orElse(null);
        String afterNamespace = scan.after().map(key -> key.namespace().value()).orElse("");
        String afterInstance =
                scan.after().map(key -> key.workerInstanceId().value()).orElse("");
        return Queries.rows(
                scope,
                LIST,
                WorkerRow::read,
                only,
                only,
                afterNamespace,
                afterInstance,
                scan.endsAfter(),
                scan.limit());
    }

    @Override
    public List<WorkerKey> endedBefore(long moment, int limit) {
        return Queries.rows(scope, ENDED, WorkerRow::key, moment, limit);
    }

    Map<WorkerKey, Worker> lock(Collection<WorkerKey> keys) throws SQLException {
        var wanted = new ArrayRows(KEYS);
        keys.forEach(key ->
                wanted.add(key.namespace().value(), key.workerInstanceId().value()));
        return Queries.byKey(scope, LOCK, wanted, WorkerRow::read, Worker::key);
    }

    void insert(Worker worker) throws SQLException {
        scope.change(INSERT, WorkerRow.values(worker));
    }

    /** The row is locked. */
    void put(Worker worker) throws SQLException {
        scope.change(PUT, WorkerRow.values(worker));
    }

    void delete(WorkerKey key) throws SQLException {
        try (var statement = scope.prepare(DELETE)) {
            Columns.bindAll(
                    statement, key.namespace().value(), key.workerInstanceId().value());
            statement.executeUpdate();
        }
    }
}
