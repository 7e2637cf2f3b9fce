package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler;
import io.flowfabric.engine.rules.ChangeHandler.CursorChanges;
import io.flowfabric.engine.rules.ChangeHandler.ExecutionChanges;
import io.flowfabric.engine.rules.ChangeHandler.GrantChanges;
import io.flowfabric.engine.rules.ChangeHandler.WorkerChanges;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.write.KeyWrites.ScopedKey;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.time.Clock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What a store should hold: executions, idempotency keys, workers, cursors, lanes and events. It keeps what rules decide. */
final class World {
    /** A rule about one execution, as far as it was found. */
    interface Rule<R> {
        Decision<R> decide(Optional<Loaded> found, long now);
    }

    /** A rule about an execution that must exist. */
    interface RuleOnExisting<R> {
        Decision<R> decide(Loaded loaded, long now);
    }

    /** What an idempotency key stands for, and until when. */
    record Reservation(ExecutionId id, long until) {}

    private static final Comparator<WorkerKey> BY_NAMESPACE_AND_INSTANCE = Comparator.comparing(
                    (WorkerKey key) -> key.namespace().value())
            .thenComparing(key -> key.workerInstanceId().value());

    private static final Comparator<CursorKey> BY_NAMESPACE_AND_NAME = Comparator.comparing(
                    (CursorKey key) -> key.namespace().value())
            .thenComparing(key -> key.name().value());

    private final Clock clock;
    private final Map<ExecutionId, ModelledExecution> executions = new LinkedHashMap<>();
    private final Map<ScopedKey, Reservation> keys = new HashMap<>();
    private final SortedMap<WorkerKey, RegisteredWorker> workers = new TreeMap<>(BY_NAMESPACE_AND_INSTANCE);
    private final SortedMap<CursorKey, NamedCursor> cursors = new TreeMap<>(BY_NAMESPACE_AND_NAME);
    private final SortedMap<LaneId, Set<Namespace>> lanes = new TreeMap<>();
    private final Outbox outbox = new Outbox();
    private final Set<ExecutionId> touched = new LinkedHashSet<>();
    private Set<ExecutionId> hidden = Set.of();

    World(Clock clock) {
        this.clock = clock;
    }

    long now() {
        return clock.millis();
    }

    Outbox outbox() {
        return outbox;
    }

    SortedMap<WorkerKey, RegisteredWorker> workers() {
        return workers;
    }

    SortedMap<CursorKey, NamedCursor> cursors() {
        return cursors;
    }

    /** Every lane with the namespaces that ever used it. */
    SortedMap<LaneId, Set<Namespace>> lanes() {
        return lanes;
    }

    Map<ScopedKey, Reservation> keys() {
        return keys;
    }

    /** The execution that a key stands for now. */
    Optional<ExecutionId> standsFor(ScopedKey key) {
        return Optional.ofNullable(keys.get(key))
                .filter(kept -> kept.until() > now())
                .map(Reservation::id);
    }

    Optional<ModelledExecution> find(ExecutionId id) {
        return Optional.ofNullable(executions.get(id));
    }

    /** All executions, in the order in which they were created. */
    List<ModelledExecution> executions() {
        return executions.values().stream()
                .filter(each -> !hidden.contains(each.execution().id()))
                .toList();
    }

    /** Does something without seeing some executions unless they are named, since others hold them locked. */
    <T> T without(Set<ExecutionId> unseen, Supplier<T> action) {
        hidden = unseen;
        try {
            return action.get();
        } finally {
            hidden = Set.of();
        }
    }

    /** Decides about one execution, whether it exists or not. */
    <R> R on(ExecutionId id, Rule<R> rule) {
        touched.add(id);
        return find(id).map(found -> decide(found, (loaded, now) -> rule.decide(Optional.of(loaded), now)))
                .orElseGet(() -> store(rule.decide(Optional.empty(), now())));
    }

    /** Decides about one execution; an unknown one is {@code execution_not_found}. */
    <R> R onExisting(ExecutionId id, RuleOnExisting<R> rule) {
        return on(
                id,
                (found, now) -> found.map(loaded -> rule.decide(loaded, now))
                        .orElseGet(() -> Decision.refuse(EngineError.of(ErrorCode.EXECUTION_NOT_FOUND))));
    }

    /** Decides about an execution that was found, at a time not before the newest on it. */
    <R> R decide(ModelledExecution found, RuleOnExisting<R> rule) {
        long newest = found.execution().timing().lastMutationAt();
        return store(rule.decide(found.loaded(), Math.max(now(), newest)));
    }

    /** Keeps what was decided, refused or not, and gives the answer. */
    <R> R store(Decision<R> decision) {
        var changes = new Changes();
        decision.changes().forEach(change -> change.accept(changes));
        outbox.append(decision.events());
        return decision.answer().orThrow();
    }

    /** Says that a call concerns an execution, even if it changes nothing about it. */
    void touch(ExecutionId id) {
        touched.add(id);
    }

    /** The executions that were named or changed since this was last asked. */
    Set<ExecutionId> takeTouched() {
        var all = Set.copyOf(touched);
        touched.clear();
        return all;
    }

    /** Keeps what changes say. */
    private final class Changes implements ChangeHandler, ExecutionChanges, GrantChanges, WorkerChanges, CursorChanges {
        @Override
        public ExecutionChanges executions() {
            return this;
        }

        @Override
        public GrantChanges grants() {
            return this;
        }

        @Override
        public WorkerChanges workers() {
            return this;
        }

        @Override
        public CursorChanges cursors() {
            return this;
        }

        @Override
        public void created(Change.Created created) {
            var e = created.after();
            touched.add(e.id());
            executions.put(e.id(), new ModelledExecution(created));
            lanes.computeIfAbsent(e.identity().lane(), lane -> new HashSet<>())
                    .add(e.identity().namespace());
            created.submission()
                    .reservation()
                    .ifPresent(kept -> keys.put(
                            new ScopedKey(e.identity().namespace(), kept.key()),
                            new Reservation(e.id(), kept.until())));
        }

        @Override
        public void updated(Change.OfExecution updated) {
            changed(updated.after().id(), updated);
        }

        @Override
        public void purged(Change.Purged purged) {
            var id = purged.before().id();
            touched.add(id);
            executions.remove(id);
        }

        @Override
        public void issued(Change.GrantIssued issued) {
            changed(issued.grant().executionId(), issued);
        }

        @Override
        public void removed(Change.GrantRemoved removed) {
            changed(removed.executionId(), removed);
        }

        private void changed(ExecutionId id, Change change) {
            touched.add(id);
            executions.get(id).apply(change);
        }

        @Override
        public void stored(Change.WorkerStored stored) {
            workers.put(stored.worker().key(), stored.worker());
        }

        @Override
        public void removed(Change.WorkerRemoved removed) {
            workers.remove(removed.key());
        }

        @Override
        public void created(Change.CursorCreated created) {
            cursors.put(created.cursor().key(), created.cursor());
        }

        @Override
        public void moved(Change.CursorMoved moved) {
            cursors.put(moved.after().key(), moved.after());
        }

        @Override
        public void removed(Change.CursorRemoved removed) {
            cursors.remove(removed.key());
        }
    }
}
