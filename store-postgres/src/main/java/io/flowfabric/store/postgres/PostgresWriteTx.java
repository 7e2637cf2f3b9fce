package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.CreateRules;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.QueueRules;
import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.store.Candidate;
import io.flowfabric.engine.store.ClaimFront;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.engine.store.Peal;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** A write transaction. */
final class PostgresWriteTx implements WriteTx {
    private final PgScope scope;
    private final PgTables tables;
    private final ServerClock clock;
    private final PgDoorbells doorbells;
    private final Map<ExecutionId, Long> seqs = new HashMap<>();
    private final Map<Wanted, Integer> queueNumbers = new HashMap<>();
    private final List<Change> applied = new ArrayList<>();
    private final List<Event> unsent = new ArrayList<>();
    private final Set<WorkerKey> unknownWorkers = new HashSet<>();
    private OptionalLong now = OptionalLong.empty();
    private boolean hasLocked;
    private long newestLoaded = Long.MIN_VALUE;

    PostgresWriteTx(PgScope scope, PgTables tables, ServerClock clock, PgDoorbells doorbells) {
        this.scope = scope;
        this.tables = tables;
        this.clock = clock;
        this.doorbells = doorbells;
    }

    /** Asked once after rows were locked, and kept until others are: what is decided together happens at one time. */
    @Override
    public long now() {
        if (now.isEmpty()) {
            now = OptionalLong.of(
                    UncheckedSql.run(() -> hasLocked ? clock.millis(scope) : clock.insteadOf(scope.begunAt())));
        }
        return Math.max(now.getAsLong(), newestLoaded);
    }

    @Override
    public Map<ExecutionId, Loaded> lock(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> byId(tables.executions().lock(scope, ids)));
    }

    @Override
    public Map<ExecutionId, Loaded> tryLock(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> byId(tables.executions().tryLock(scope, ids)));
    }

    private Map<ExecutionId, Loaded> byId(List<PgExecutionTable.Row> rows) {
        var found = new LinkedHashMap<ExecutionId, Loaded>();
        for (var row : rows) {
            found.put(row.loaded().execution().id(), remember(row));
        }
        return found;
    }

    @Override
    public List<ClaimFront> lockClaimable(List<ClaimScan> scans) {
        return UncheckedSql.run(() -> {
            var front = tables.executions().lockFronts(scope, scans);
            var candidates = front.lanes().stream()
                    .map(lane -> new ClaimFront(
                            lane.rows().stream().map(this::remember).toList(), lane.complete()))
                    .toList();
            now = OptionalLong.of(clock.insteadOf(front.serverMillis()));
            boolean fromTheFront = scans.stream().allMatch(scan -> scan.after().isEmpty());
            if (!front.spots().isEmpty() && fromTheFront) {
                scope.afterCommit(() -> tables.watermarks().claimed(front.spots(), acquired()));
            }
            return candidates;
        });
    }

    @Override
    public List<ExecutionId> lockDue(Alarm alarm, long now, int limit, Collection<ExecutionId> except) {
        return UncheckedSql.run(() -> PgDueQueries.lock(scope, alarm, now, limit, except));
    }

    @Override
    public Set<Integer> withCandidates(Collection<Integer> queues) {
        return UncheckedSql.run(() -> tables.executions().withCandidates(scope, queues));
    }

    @Override
    public List<Loaded> lockUnrouted(List<Integer> queues, int limit) {
        return UncheckedSql.run(() -> tables.executions().lockUnrouted(scope, queues, limit).stream()
                .map(this::remember)
                .toList());
    }

    @Override
    public Map<WorkerKey, Worker> lockWorkers(Collection<WorkerKey> keys) {
        return UncheckedSql.run(() -> {
            var found = new PgWorkerTable(scope).lock(keys);
            keys.stream().filter(key -> !found.containsKey(key)).forEach(unknownWorkers::add);
            forgetTheTime();
            found.values().forEach(worker -> newestLoaded = Math.max(newestLoaded, worker.lastHeartbeatMs()));
            return found;
        });
    }

    @Override
    public Map<CursorKey, NamedCursor> lockCursors(Collection<CursorKey> keys) {
        return UncheckedSql.run(() -> {
            var found = new PgCursorTable(scope).lock(keys);
            forgetTheTime();
            found.values().forEach(cursor -> newestLoaded = Math.max(newestLoaded, cursor.changedAt()));
            return found;
        });
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> PgContentTable.tags(scope, ids));
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids, String key) {
        return UncheckedSql.run(() -> PgContentTable.tags(scope, ids, key));
    }

    @Override
    public int trimKeys(long endedBy, int limit) {
        return UncheckedSql.run(() -> PgPurge.keys(scope, endedBy, limit));
    }

    @Override
    public int trimEvents(long occurredBy, int limit) {
        return UncheckedSql.run(() -> PgPurge.eventsOfNone(scope, occurredBy, limit));
    }

    @Override
    public Collection<ExecutionId> existing(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> tables.executions().existing(scope, ids));
    }

    @Override
    public Map<ExecutionId, ExecutionContent> contents(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> PgContentTable.find(scope, ids));
    }

    @Override
    public KnownKeys byKeys(Collection<ScopedKey> keys) {
        return UncheckedSql.run(() -> keys.isEmpty() ? KnownKeys.NONE : PgKeyTable.find(scope, keys, now()));
    }

    @Override
    public void addLanes(Collection<LaneId> lanes) {
        UncheckedSql.run(() -> {
            for (LaneId lane : lanes) {
                PgQueueTable.addLane(scope, lane, now());
            }
            return lanes;
        });
    }

    @Override
    public List<Queue> queuesOf(Collection<LaneId> lanes, Optional<Namespace> namespace) {
        return UncheckedSql.run(() -> tables.queues().ofLanes(scope, lanes, namespace));
    }

    @Override
    public Map<Integer, Integer> addQueues(List<Change.Created> created) {
        return UncheckedSql.run(() -> {
            var wanted = created.stream().map(Wanted::of).toList();
            if (wanted.isEmpty()) {
                return Map.of();
            }
            var interned = tables.queues().intern(scope, Set.copyOf(wanted), now());
            queueNumbers.putAll(interned.numbers());
            return interned.fullOf(wanted);
        });
    }

    @Override
    public QueueLook lookAtQueues(int limit) {
        return UncheckedSql.run(() -> {
            long now = now();
            var due = PgQueueCounts.due(scope, now, limit);
            if (due.isEmpty()) {
                return new QueueLook(0, List.of());
            }
            var empty = PgQueueCounts.empty(scope, due);
            PgQueueCounts.lookAgain(scope, due, now + QueueRules.LOOK_MS);
            PgQueueCounts.lookAgain(scope, empty, now + QueueRules.LOOK_AGAIN_MS);
            return new QueueLook(due.size(), empty);
        });
    }

    @Override
    public int removeQueues(Collection<Integer> numbers) {
        return UncheckedSql.run(() -> {
            scope.afterCommit(tables.queues()::forgetNumbers);
            return PgQueueCounts.remove(scope, numbers);
        });
    }

    @Override
    public void apply(List<Change> changes) {
        UncheckedSql.run(() -> {
            for (List<Change> run : Runs.of(changes)) {
                applyRun(run);
            }
            return changes;
        });
        noteApplied(changes);
    }

    @Override
    public Set<ExecutionId> applyIfCurrent(List<Change.OfExecution> changes) {
        return UncheckedSql.run(() -> {
            var current = new HashSet<ExecutionId>();
            for (var kind : changes.stream()
                    .collect(Collectors.groupingBy(Object::getClass, LinkedHashMap::new, Collectors.toList()))
                    .values()) {
                var written = tables.changes().apply(scope, kind);
                seqs.putAll(written);
                current.addAll(written.keySet());
                var those = kind.stream()
                        .filter(change -> written.containsKey(change.after().id()))
                        .toList();
                storeParts(those);
                noteApplied(those);
            }
            return current;
        });
    }

    private void noteApplied(List<? extends Change> changes) {
        if (applied.isEmpty()) {
            scope.afterCommit(() -> doorbells.changed(applied));
        }
        applied.addAll(changes);
    }

    /** Written right before the commit: from the announcement on, readers of the outbox wait for this transaction. */
    @Override
    public void append(List<Event> events) {
        if (scope.isCallers()) {
            // It would hold up all readers of the outbox for as long as the caller takes; see remember.
            return;
        }
        if (unsent.isEmpty()) {
            scope.last(() -> PgEventTable.append(scope, List.copyOf(unsent), seqs));
        }
        unsent.addAll(events);
        scope.afterCommit(() -> doorbells.appended(events));
    }

    /** Sends with the next statement what was appended until now, as a commit would. */
    void sendEvents() {
        scope.addLast();
        unsent.clear();
    }

    /** Changes of one kind to different executions, written together. */
    private void applyRun(List<Change> run) throws SQLException {
        Change first = run.get(0);
        if (first instanceof Change.Created) {
            create(run.stream().map(Change.Created.class::cast).toList());
        } else if (first instanceof Change.Purged) {
            purge(run.stream().map(Change.Purged.class::cast).toList());
        } else if (first instanceof Change.OfExecution) {
            update(run.stream().map(Change.OfExecution.class::cast).toList());
        } else {
            for (Change change : run) {
                applyAlone(change);
            }
        }
    }

    private void create(List<Change.Created> run) throws SQLException {
        requireQueues(run);
        seqs.putAll(tables.executions().insert(scope, run, queueNumbers));
        var submissions = new LinkedHashMap<Long, Submission>();
        for (var created : run) {
            Execution e = created.after();
            submissions.put(seqs.get(e.id()), created.submission());
            var reservation = created.submission().reservation();
            if (reservation.isPresent()) {
                PgKeyTable.take(
                        scope,
                        e.identity().namespace(),
                        reservation.get(),
                        e.id(),
                        e.timing().createdAt());
            }
        }
        PgContentTable.insert(scope, submissions);
    }

    /** A unit that did not ask for room beforehand finds out here that there is none. */
    private void requireQueues(List<Change.Created> created) {
        var places = created.stream().map(Wanted::of).toList();
        if (!queueNumbers.keySet().containsAll(places)) {
            addQueues(created).forEach((place, queues) -> {
                var alike = places.get(place).alike();
                throw QueueRules.full(alike.namespace(), alike.lane(), queues).toException();
            });
        }
    }

    private void purge(List<Change.Purged> run) throws SQLException {
        var rows = new LinkedHashMap<Long, Execution>();
        run.forEach(purged -> rows.put(seqs.get(purged.before().id()), purged.before()));
        PgPurge.executions(scope, rows);
    }

    private void update(List<Change.OfExecution> run) throws SQLException {
        var applied = tables.changes().apply(scope, run);
        if (applied.size() != run.size()) {
            throw new IllegalStateException("%d of %d executions were at the version their change was decided on"
                    .formatted(applied.size(), run.size()));
        }
        storeParts(run);
    }

    /** What belongs to a change outside of the hot row. */
    private void storeParts(List<Change.OfExecution> run) throws SQLException {
        PgAttemptTable.add(scope, run, seqs);
        for (var changed : run) {
            long seq = seqs.get(changed.after().id());
            if (changed instanceof Change.Replayed) {
                PgAttemptTable.forgetResult(scope, seq);
            } else if (changed instanceof Change.Tagged tagged) {
                PgContentTable.putTags(scope, seq, tagged.tags());
            }
        }
    }

    private void applyAlone(Change change) throws SQLException {
        if (change instanceof Change.GrantIssued issued) {
            PgGrantTable.put(scope, seqs.get(issued.grant().executionId()), issued.grant());
        } else if (change instanceof Change.GrantRemoved removed) {
            PgGrantTable.delete(scope, seqs.get(removed.executionId()));
        } else if (change instanceof Change.WorkerStored stored) {
            storeWorker(stored.worker());
        } else if (change instanceof Change.WorkerRemoved removed) {
            new PgWorkerTable(scope).delete(removed.key());
        } else if (change instanceof Change.CursorCreated created) {
            new PgCursorTable(scope).insert(created.cursor());
        } else if (change instanceof Change.CursorMoved moved) {
            new PgCursorTable(scope).update(moved.after());
        } else if (change instanceof Change.CursorRemoved removed) {
            new PgCursorTable(scope).delete(removed.key());
        }
    }

    /** A row that was not there could not be locked: another transaction may add it meanwhile. */
    private void storeWorker(Worker worker) throws SQLException {
        if (unknownWorkers.remove(worker.key())) {
            new PgWorkerTable(scope).insert(worker);
        } else {
            new PgWorkerTable(scope).put(worker);
        }
    }

    private void forgetTheTime() {
        now = OptionalLong.empty();
        hasLocked = true;
    }

    private Set<ExecutionId> acquired() {
        return applied.stream()
                .filter(Change.Acquired.class::isInstance)
                .map(change -> ((Change.Acquired) change).after().id())
                .collect(Collectors.toSet());
    }

    @Override
    public String settingOr(String name, String value) {
        return UncheckedSql.run(() -> PgSettingTable.valueOr(scope, name, value));
    }

    private Candidate remember(PgExecutionTable.CandidateRow found) {
        remember(found.row());
        return found.candidate();
    }

    private Loaded remember(PgExecutionTable.Row row) {
        forgetTheTime();
        var e = row.loaded().execution();
        seqs.put(e.id(), row.seq());
        newestLoaded = Math.max(newestLoaded, e.timing().lastMutationAt());
        if (row.guest()) {
            CreateRules.announcement(e).ifPresent(event -> {
                PgExecutionTable.meet(scope, e.id());
                append(List.of(event));
            });
        }
        return row.loaded();
    }

    /** Which bells the commit of what was applied should ring. */
    Peal peal() {
        return Peal.of(applied);
    }
}
