package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.WorkerReads;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.WorkerRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The registry of workers. */
final class WorkerTable implements WorkerReads {
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

    WorkerTable(SqlScope scope) {
        this.scope = scope;
    }

    @Override
    public List<Worker> list(Scan scan) {
        String afterNamespace = scan.after().map(key -> key.namespace().value()).orElse("");
        String afterInstance =
                scan.after().map(key -> key.workerInstanceId().value()).orElse("");
        Optional<String> only = scan.namespace().map(Namespace::value);
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(only.isPresent() ? LIST_NAMESPACE : LIST);
            if (only.isPresent()) {
                Columns.bindAll(statement, only.get(), afterNamespace, afterInstance, scan.endsAfter(), scan.limit());
            } else {
                Columns.bindAll(statement, afterNamespace, afterInstance, scan.endsAfter(), scan.limit());
            }
            var workers = new ArrayList<Worker>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    workers.add(WorkerRow.read(row));
                }
            }
            return workers;
        });
    }

    @Override
    public List<WorkerKey> endedBefore(long moment, int limit) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(ENDED);
            Columns.bindAll(statement, moment, limit);
            var keys = new ArrayList<WorkerKey>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    keys.add(WorkerRow.key(row));
                }
            }
            return keys;
        });
    }

    Optional<Worker> find(WorkerKey key) throws SQLException {
        var statement = scope.prepare(FIND);
        Columns.bindAll(
                statement, key.namespace().value(), key.workerInstanceId().value());
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(WorkerRow.read(row)) : Optional.empty();
        }
    }

    void put(Worker worker) throws SQLException {
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
