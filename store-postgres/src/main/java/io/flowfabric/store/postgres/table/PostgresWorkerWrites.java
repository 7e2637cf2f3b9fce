package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler.WorkerChanges;
import io.flowfabric.engine.store.write.WorkerWrites;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.table.PostgresWorkerTable.LockedWorkers;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The registry of workers in a transaction. */
final class PostgresWorkerWrites implements WorkerWrites, WorkerChanges {
    private final PostgresWorkerTable workers;
    private final UnitClock clock;

    /** Not there when they were to be locked. */
    private final Set<WorkerKey> unknown = new HashSet<>();

    PostgresWorkerWrites(PostgresScope scope, UnitClock clock) {
        this.workers = new PostgresWorkerTable(scope);
        this.clock = clock;
    }

    @Override
    public Map<WorkerKey, RegisteredWorker> lock(Collection<WorkerKey> keys) {
        return locked(keys, UncheckedSql.run(() -> workers.lock(keys)));
    }

    @Override
    public Map<WorkerKey, RegisteredWorker> tryLock(Collection<WorkerKey> keys) {
        return locked(keys, UncheckedSql.run(() -> workers.tryLock(keys)));
    }

    private Map<WorkerKey, RegisteredWorker> locked(Collection<WorkerKey> keys, LockedWorkers locked) {
        var found = locked.byKey();
        keys.stream().filter(key -> !found.containsKey(key)).forEach(unknown::add);
        clock.locked();
        locked.serverMillis().ifPresent(clock::told);
        found.values().forEach(worker -> clock.loadedAsOf(worker.lastHeartbeatMs()));
        return found;
    }

    @Override
    public Collection<WorkerKey> existing(Collection<WorkerKey> keys) {
        return UncheckedSql.run(() -> workers.existing(keys));
    }

    @Override
    public List<WorkerKey> lockDue(WorkerDue kind, long now, int limit, Collection<WorkerKey> except) {
        return UncheckedSql.run(() -> workers.lockDue(kind, now, limit, except));
    }

    /** A row that was not there could not be locked: another transaction may add it meanwhile. */
    @Override
    public void stored(Change.WorkerStored stored) {
        UncheckedSql.perform(() -> {
            if (unknown.remove(stored.worker().key())) {
                workers.insert(stored.worker());
            } else {
                workers.put(stored.worker());
            }
        });
    }

    @Override
    public void removed(Change.WorkerRemoved removed) {
        UncheckedSql.perform(() -> workers.delete(removed.key()));
    }
}
