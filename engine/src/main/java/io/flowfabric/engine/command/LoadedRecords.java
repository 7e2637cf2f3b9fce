package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The records that the commands of a transaction want, loaded and locked family by family in the lock order. What a
 * command changes is noted here, so that the next command finds it without reading again. Not safe for use by several
 * threads.
 */
final class LoadedRecords implements Found {
    private final RecordFamily<WorkerKey, RegisteredWorker> workers = new RecordFamily<>(Wants::workers);
    private final RecordFamily<ExecutionId, Loaded> executions = new RecordFamily<>(Wants::executions);
    private final RecordFamily<ExecutionId, Tags> tags = new RecordFamily<>(Wants::tagged);
    private final RecordFamily<CursorKey, NamedCursor> cursors = new RecordFamily<>(Wants::cursors);
    private final Set<Object> held = new HashSet<>();

    private LoadedRecords() {}

    /** Loads what no other transaction holds, without waiting. */
    static LoadedRecords tryLock(WriteTx tx, List<Wants> all) {
        var records = new LoadedRecords();
        records.held.addAll(records.workers.tryLock(all, tx.workers()));
        records.held.addAll(records.executions.tryLock(all, tx.executions()));
        records.tags.read(all, ids -> records.tagsOf(tx, ids));
        records.held.addAll(records.cursors.tryLock(all, tx.cursors()));
        return records;
    }

    /** Loads everything; a record that another transaction holds is waited for. */
    static LoadedRecords lock(WriteTx tx, Wants wants) {
        var all = List.of(wants);
        var records = new LoadedRecords();
        records.workers.lock(all, tx.workers());
        records.executions.lock(all, tx.executions());
        records.tags.read(all, ids -> records.tagsOf(tx, ids));
        records.cursors.lock(all, tx.cursors());
        return records;
    }

    /**
     * Reads by a statement of its own after the rows are locked, so that a tag which was set before the lock is seen.
     */
    private Map<ExecutionId, Tags> tagsOf(WriteTx tx, Set<ExecutionId> ids) {
        var locked = ids.stream().filter(id -> executions.get(id).isPresent()).toList();
        return locked.isEmpty() ? Map.of() : tx.executions().tagsOf(locked);
    }

    /**
     * Whether a command has to wait for a record that another transaction holds. If so, later commands about any of its
     * records have to wait as well, so that none overtakes it.
     */
    boolean holdsUp(Wants wants) {
        if (held.isEmpty() || wants.keys().noneMatch(held::contains)) {
            return false;
        }
        wants.keys().forEach(held::add);
        return true;
    }

    @Override
    public Optional<RegisteredWorker> worker(WorkerKey key) {
        return workers.get(key);
    }

    @Override
    public Optional<Loaded> execution(ExecutionId id) {
        return executions.get(id);
    }

    @Override
    public Optional<Tags> tags(ExecutionId id) {
        return tags.get(id);
    }

    @Override
    public Optional<NamedCursor> cursor(CursorKey key) {
        return cursors.get(key);
    }

    /** Lets later commands find what a command has changed, as if they had loaded it after the write. */
    void note(Change change) {
        change.accept(new NotedChanges(this));
    }

    void put(Loaded loaded) {
        executions.put(loaded.execution().id(), Optional.of(loaded));
    }

    void put(ExecutionId id, Tags all) {
        tags.put(id, Optional.of(all));
    }

    void put(WorkerKey key, Optional<RegisteredWorker> worker) {
        workers.put(key, worker);
    }

    void put(CursorKey key, Optional<NamedCursor> cursor) {
        cursors.put(key, cursor);
    }
}
