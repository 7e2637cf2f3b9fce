package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.store.read.WorkerReads;
import io.flowfabric.engine.store.write.WorkerWrites.WorkerDue;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.row.WorkerRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The registry of workers. */
final class SqliteWorkerTable implements WorkerReads {
    private static final String SELECT = "SELECT " + WorkerRow.COLUMNS + " FROM ff_workers WHERE ";

    private static final String FIND = SELECT + "namespace = ? AND worker_instance_id = ?";

    /** A range of the primary key; whose liveness has ended is passed over, and soon swept. */
    static final String LIST = SELECT + """
            (namespace, worker_instance_id) > (?, ?) AND liveness_ends_at > ?
            ORDER BY namespace, worker_instance_id LIMIT ?""";

    private static final String LIST_NAMESPACE = SELECT + """
            namespace = ? AND (namespace, worker_instance_id) > (?, ?) AND liveness_ends_at > ?
            ORDER BY namespace, worker_instance_id LIMIT ?""";

    /** Served by {@code ff_workers_liveness}. */
    static final String ENDED = SELECT + "liveness_ends_at < ? ORDER BY liveness_ends_at LIMIT ?";

    private static final String PUT =
            "INSERT OR REPLACE INTO ff_workers (" + WorkerRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String DELETE = "DELETE FROM ff_workers WHERE namespace = ? AND worker_instance_id = ?";

    private final SqlScope scope;

    SqliteWorkerTable(SqlScope scope) {
        this.scope = scope;
    }

    @Override
    public List<RegisteredWorker> list(Scan scan) {
        String afterNamespace = scan.after().map(key -> key.namespace().value()).orElse("");
        String afterInstance =
                scan.after().map(key -> key.workerInstanceId().value()).orElse("");
        return scan.namespace().isPresent()
                ? SqliteQueries.rows(
                        scope,
                        LIST_NAMESPACE,
                        WorkerRow::read,
                        scan.namespace().get().value(),
                        afterNamespace,
                        afterInstance,
                        scan.endsAfter(),
                        scan.limit())
                : SqliteQueries.rows(
                        scope, LIST, WorkerRow::read, afterNamespace, afterInstance, scan.endsAfter(), scan.limit());
    }

    @Override
    public List<WorkerKey> endedBefore(long moment, int limit) {
        return SqliteQueries.rows(scope, ENDED, WorkerRow::key, moment, limit);
    }

    List<WorkerKey> due(WorkerDue kind, long now, int limit) {
        return switch (kind) {
            case LIVENESS -> SqliteQueries.rows(scope, ENDED, WorkerRow::key, now, limit);
        };
    }

    Optional<RegisteredWorker> find(WorkerKey key) {
        return SqliteQueries.rows(
                        scope,
                        FIND,
                        WorkerRow::read,
                        key.namespace().value(),
                        key.workerInstanceId().value())
                .stream()
                .findFirst();
    }

    void put(RegisteredWorker worker) throws SQLException {
        var statement = scope.prepare(PUT);
        Columns.bindAll(statement, WorkerRow.values(worker));
        statement.executeUpdate();
    }

    void delete(WorkerKey key) throws SQLException {
        var statement = scope.prepare(DELETE);
        Columns.bindAll(
                statement, key.namespace().value(), key.workerInstanceId().value());
        statement.executeUpdate();
    }
}
