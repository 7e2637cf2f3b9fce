package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler.WorkerChanges;
import io.flowfabric.engine.store.write.WorkerWrites;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The registry of workers in a unit. */
final class SqliteWorkerWrites implements WorkerWrites, SingleWriterLocks<WorkerKey, RegisteredWorker>, WorkerChanges {
    private final SqliteWorkerTable workers;
    private final UnitRows rows;

    SqliteWorkerWrites(WriteScope scope, UnitRows rows) {
        this.workers = new SqliteWorkerTable(scope);
        this.rows = rows;
    }

    @Override
    public Map<WorkerKey, RegisteredWorker> lock(Collection<WorkerKey> keys) {
        return UncheckedSql.run(() -> {
            var found = new LinkedHashMap<WorkerKey, RegisteredWorker>();
            for (WorkerKey key : keys) {
                workers.find(key).ifPresent(worker -> {
                    rows.loadedAsOf(worker.lastHeartbeatMs());
                    found.put(key, worker);
                });
            }
            return found;
        });
    }

    @Override
    public Collection<WorkerKey> existing(Collection<WorkerKey> keys) {
        return UncheckedSql.run(() -> {
            var taken = new ArrayList<WorkerKey>();
            for (WorkerKey key : keys) {
                if (workers.find(key).isPresent()) {
                    taken.add(key);
                }
            }
            return taken;
        });
    }

    @Override
    public List<WorkerKey> lockDue(WorkerDue kind, long now, int limit, Collection<WorkerKey> except) {
        return UncheckedSql.run(() -> SqliteDueQueries.without(except, limit, most -> workers.due(kind, now, most)));
    }

    @Override
    public void stored(Change.WorkerStored stored) {
        UncheckedSql.perform(() -> workers.put(stored.worker()));
    }

    @Override
    public void removed(Change.WorkerRemoved removed) {
        UncheckedSql.perform(() -> workers.delete(removed.key()));
    }
}
