package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.read.WorkerReads;
import io.flowfabric.engine.store.write.WorkerWrites.WorkerDue;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.row.WorkerRow;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.ServerClock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The registry of workers. */
public final class PostgresWorkerTable implements WorkerReads {
    private static final String SELECT = "SELECT " + WorkerRow.COLUMNS + " FROM ff.workers WHERE ";

    private static final List<ColumnType> KEYS = List.of(ColumnType.TEXT, ColumnType.TEXT);

    private static final String WANTED =
            "(namespace, worker_instance_id) IN (SELECT * FROM unnest(" + ArrayRows.parameters(KEYS) + "))";

    private static final String LOCK = locked("");

    private static final String TRY_LOCK = locked(" SKIP LOCKED");

    private static final String EXISTING = SELECT + WANTED;

    /** A range of the primary key; whose liveness has ended is passed over, and soon swept. */
    static final String LIST = SELECT + """
            (?::text IS NULL OR namespace = ?) AND (namespace, worker_instance_id) > (?, ?) AND liveness_ends_at > ?
            ORDER BY namespace, worker_instance_id LIMIT ?""";

    /** Served by {@code workers_liveness}. */
    static final String ENDED = SELECT + "liveness_ends_at < ? ORDER BY liveness_ends_at LIMIT ?";

    /** Of what has ended, the first that no other transaction holds. Served by {@code workers_liveness}. */
    private static final String LOCK_ENDED = SELECT + "liveness_ends_at < ? AND NOT " + WANTED
            + " ORDER BY liveness_ends_at LIMIT ? FOR UPDATE SKIP LOCKED";

    private static final String VALUES =
            "INSERT INTO ff.workers (" + WorkerRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ";

    private static final String XACT_ID = "RETURNING pg_current_xact_id()::text";

    /** Fails when another transaction has registered the worker since it was searched for, and is then tried again. */
    private static final String INSERT = VALUES + XACT_ID;

    private static final String PUT = VALUES + """
            ON CONFLICT (namespace, worker_instance_id) DO UPDATE SET
                worker_id = excluded.worker_id, lanes = excluded.lanes, capabilities = excluded.capabilities,
                liveness_ttl = excluded.liveness_ttl, registered_at = excluded.registered_at,
                last_heartbeat = excluded.last_heartbeat, liveness_ends_at = excluded.liveness_ends_at
            """ + XACT_ID;

    private static final String DELETE = "DELETE FROM ff.workers WHERE namespace = ? AND worker_instance_id = ?";

    private final PostgresScope scope;

    PostgresWorkerTable(PostgresScope scope) {
        this.scope = scope;
    }

    @Override
    public List<RegisteredWorker> list(Scan scan) {
        String only = scan.namespace().map(Namespace::value).orElse(null);
        String afterNamespace = scan.after().map(key -> key.namespace().value()).orElse("");
        String afterInstance =
                scan.after().map(key -> key.workerInstanceId().value()).orElse("");
        return PostgresQueries.rows(
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
        return PostgresQueries.rows(scope, ENDED, WorkerRow::key, moment, limit);
    }

    /**
     * Workers that are locked.
     *
     * @param serverMillis the server's time when all of them were; empty when there is none
     */
    record LockedWorkers(Map<WorkerKey, RegisteredWorker> byKey, OptionalLong serverMillis) {}

    /** Each row is locked when it is read, so the time beside the last one is from after all locks. */
    private static String locked(String wait) {
        return "SELECT w.*, " + ServerClock.MILLIS + " FROM (" + SELECT + WANTED
                + " ORDER BY namespace, worker_instance_id FOR UPDATE" + wait + ") w";
    }

    LockedWorkers lock(Collection<WorkerKey> keys) throws SQLException {
        return lock(LOCK, keys);
    }

    LockedWorkers tryLock(Collection<WorkerKey> keys) throws SQLException {
        return lock(TRY_LOCK, keys);
    }

    private LockedWorkers lock(String sql, Collection<WorkerKey> keys) throws SQLException {
        var found = new LinkedHashMap<WorkerKey, RegisteredWorker>();
        var last = OptionalLong.empty();
        try (var statement = scope.prepare(sql)) {
            rows(keys).bind(statement, 1);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    var worker = WorkerRow.read(row);
                    found.put(worker.key(), worker);
                    last = OptionalLong.of(row.getLong(WorkerRow.WIDTH + 1));
                }
            }
        }
        return new LockedWorkers(found, last);
    }

    Collection<WorkerKey> existing(Collection<WorkerKey> keys) throws SQLException {
        return PostgresQueries.byKey(scope, EXISTING, rows(keys), WorkerRow::key, key -> key)
                .values();
    }

    List<WorkerKey> lockDue(WorkerDue kind, long now, int limit, Collection<WorkerKey> except) throws SQLException {
        try (var statement = scope.prepare(locking(kind))) {
            statement.setLong(1, now);
            statement.setInt(rows(except).bind(statement, 2), limit);
            var due = ResultRows.of(statement, WorkerRow::key);
            if (!due.isEmpty()) {
                scope.holdRows();
            }
            return due;
        }
    }

    public static String locking(WorkerDue kind) {
        return switch (kind) {
            case LIVENESS -> LOCK_ENDED;
        };
    }

    private static ArrayRows rows(Collection<WorkerKey> keys) {
        var rows = new ArrayRows(KEYS);
        keys.forEach(
                key -> rows.add(key.namespace().value(), key.workerInstanceId().value()));
        return rows;
    }

    void insert(RegisteredWorker worker) throws SQLException {
        scope.change(INSERT, WorkerRow.values(worker));
    }

    /** The row is locked. */
    void put(RegisteredWorker worker) throws SQLException {
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
