package io.flowfabric.store.sqlite;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.QueueRules;
import io.flowfabric.engine.store.Candidate;
import io.flowfabric.engine.store.ClaimFront;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.engine.store.Peal;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.sqlite.HotRows.Placed;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** A unit's share of the group's transaction. There is one writer at a time, so loading is locking. */
final class SqliteWriteTx implements WriteTx {
    private final WriteScope scope;
    private final Tables tables;
    private final Clock clock;
    private final Doorbells doorbells;
    private final Map<ExecutionId, Long> seqs = new HashMap<>();
    private final Map<Wanted, Integer> queueNumbers = new HashMap<>();
    private final List<Change> applied = new ArrayList<>();
    private long newestLoaded = Long.MIN_VALUE;

    SqliteWriteTx(WriteScope scope, Tables tables, Clock clock, Doorbells doorbells) {
        this.scope = scope;
        this.tables = tables;
        this.clock = clock;
        this.doorbells = doorbells;
    }

    @Override
    public long now() {
        return Math.max(clock.millis(), newestLoaded);
    }

    @Override
    public Map<ExecutionId, Loaded> lock(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> {
            var found = new LinkedHashMap<ExecutionId, Loaded>();
            for (ExecutionId id : ids.stream().sorted().toList()) {
                tables.executions().load(scope, id).ifPresent(row -> found.put(id, remember(row)));
            }
            return found;
        });
    }

    /** Nobody else holds anything: there is one writer at a time. */
    @Override
    public Map<ExecutionId, Loaded> tryLock(Collection<ExecutionId> ids) {
        return lock(ids);
    }

    /** Complete: no other transaction holds anything. */
    @Override
    public List<ClaimFront> lockClaimable(List<ClaimScan> scans) {
        return UncheckedSql.run(() -> {
            var fronts = new ArrayList<List<Long>>();
            for (var scan : scans) {
                fronts.add(ClaimQueries.front(scope, scan));
            }
            var loaded = tables.executions()
                    .loadCandidates(scope, fronts.stream().flatMap(List::stream).toList())
                    .iterator();
            var found = new ArrayList<ClaimFront>();
            for (var front : fronts) {
                var candidates = new ArrayList<Candidate>();
                for (int i = 0; i < front.size(); i++) {
                    var next = loaded.next();
                    remember(next.row());
                    candidates.add(next.candidate());
                }
                found.add(new ClaimFront(candidates, true));
            }
            return found;
        });
    }

    @Override
    public List<ExecutionId> lockDue(Alarm alarm, long now, int limit, Collection<ExecutionId> except) {
        return UncheckedSql.run(() -> DueQueries.due(scope, alarm, now, limit + except.size()).stream()
                .filter(id -> !except.contains(id))
                .limit(limit)
                .toList());
    }

    @Override
    public Set<Integer> withCandidates(Collection<Integer> queues) {
        return UncheckedSql.run(() -> ClaimQueries.withCandidates(scope, queues));
    }

    @Override
    public List<Loaded> lockUnrouted(List<Integer> queues, int limit) {
        return UncheckedSql.run(() -> {
            var blocked = new ArrayList<Loaded>();
            for (int queue : queues) {
                for (var row : tables.executions().loadUnrouted(scope, queue, limit - blocked.size())) {
                    blocked.add(remember(row));
                }
            }
            return blocked;
        });
    }

    @Override
    public Map<WorkerKey, Worker> lockWorkers(Collection<WorkerKey> keys) {
        return UncheckedSql.run(() -> {
            var found = new LinkedHashMap<WorkerKey, Worker>();
            for (WorkerKey key : keys) {
                new WorkerTable(scope).find(key).ifPresent(worker -> {
                    newestLoaded = Math.max(newestLoaded, worker.lastHeartbeatMs());
                    found.put(key, worker);
                });
            }
            return found;
        });
    }

    @Override
    public Map<CursorKey, NamedCursor> lockCursors(Collection<CursorKey> keys) {
        var found = new LinkedHashMap<CursorKey, NamedCursor>();
        for (CursorKey key : keys) {
            new CursorTable(scope).find(key).ifPresent(cursor -> {
                newestLoaded = Math.max(newestLoaded, cursor.changedAt());
                found.put(key, cursor);
            });
        }
        return found;
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> ContentTable.tags(scope, ids));
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids, String key) {
        return UncheckedSql.run(() -> ContentTable.tags(scope, ids, key));
    }

    @Override
    public Collection<ExecutionId> existing(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> {
            var taken = new ArrayList<ExecutionId>();
            for (ExecutionId id : ids) {
                if (tables.executions().exists(scope, id)) {
                    taken.add(id);
                }
            }
            return taken;
        });
    }

    @Override
    public Map<ExecutionId, ExecutionContent> contents(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> {
            var contents = new HashMap<ExecutionId, ExecutionContent>();
            for (ExecutionId id : ids) {
                ContentTable.find(scope, id).ifPresent(content -> contents.put(id, content));
            }
            return contents;
        });
    }

    @Override
    public KnownKeys byKeys(Collection<ScopedKey> keys) {
        return UncheckedSql.run(() -> {
            var found = new HashMap<ScopedKey, ExecutionId>();
            for (ScopedKey key : keys) {
                KeyTable.find(scope, key, now()).ifPresent(id -> found.put(key, id));
            }
            return new KnownKeys(found, Set.of());
        });
    }

    @Override
    public void addLanes(Collection<LaneId> lanes) {
        UncheckedSql.run(() -> {
            for (LaneId lane : lanes) {
                QueueTable.addLane(scope, lane, now());
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
        return UncheckedSql.run(() -> QueueCounts.look(scope, now(), limit));
    }

    @Override
    public int removeQueues(Collection<Integer> numbers) {
        return UncheckedSql.run(() -> QueueCounts.remove(scope, numbers));
    }

    @Override
    public void apply(List<Change> changes) {
        UncheckedSql.run(() -> {
            create(changes.stream()
                    .filter(Change.Created.class::isInstance)
                    .map(Change.Created.class::cast)
                    .toList());
            var placed = new ArrayList<Placed>();
            for (Change change : changes) {
                if (change instanceof Change.OfExecution changed) {
                    placed.add(new Placed(seq(changed.after().id()), changed));
                } else {
                    apply(change);
                }
            }
            update(placed);
            return changes;
        });
        noteApplied(changes);
    }

    private void noteApplied(List<? extends Change> changes) {
        if (applied.isEmpty()) {
            scope.afterCommit(() -> doorbells.ring(applied));
        }
        applied.addAll(changes);
    }

    @Override
    public Set<ExecutionId> applyIfCurrent(List<Change.OfExecution> changes) {
        var applied = UncheckedSql.run(() -> {
            var placed = new ArrayList<Placed>();
            for (var change : changes) {
                var seq = findSeq(change.after().id());
                if (seq.isPresent()) {
                    placed.add(new Placed(seq.getAsLong(), change));
                }
            }
            var current = tables.hotRows().current(scope, placed);
            update(current);
            return current.stream().map(Placed::change).toList();
        });
        noteApplied(applied);
        return applied.stream().map(change -> change.after().id()).collect(Collectors.toSet());
    }

    @Override
    public void append(List<Event> events) {
        UncheckedSql.run(() -> {
            EventTable.append(scope, events, this::seq);
            return events;
        });
        scope.afterCommit(() -> doorbells.ring(Peal.ofEvents(events)));
    }

    @Override
    public int trimKeys(long endedBy, int limit) {
        return UncheckedSql.run(() -> Purge.keys(scope, endedBy, limit));
    }

    @Override
    public int trimEvents(long occurredBy, int limit) {
        return UncheckedSql.run(() -> Purge.eventsOfNone(scope, occurredBy, limit));
    }

    /** The execution that was created last, if one was. */
    Optional<ExecutionId> newest() {
        return applied.isEmpty() || !(applied.get(applied.size() - 1) instanceof Change.Created created)
                ? Optional.empty()
                : Optional.of(created.after().id());
    }

    /** A change other than those of executions. */
    private void apply(Change change) throws SQLException {
        if (change instanceof Change.GrantIssued issued) {
            GrantTable.put(scope, seq(issued.grant().executionId()), issued.grant());
        } else if (change instanceof Change.GrantRemoved removed) {
            GrantTable.delete(scope, seq(removed.executionId()));
        } else if (change instanceof Change.WorkerStored stored) {
            new WorkerTable(scope).put(stored.worker());
        } else if (change instanceof Change.WorkerRemoved removed) {
            new WorkerTable(scope).delete(removed.key());
        } else if (change instanceof Change.CursorCreated created) {
            new CursorTable(scope).put(created.cursor());
        } else if (change instanceof Change.CursorMoved moved) {
            new CursorTable(scope).put(moved.after());
        } else if (change instanceof Change.CursorRemoved removed) {
            new CursorTable(scope).delete(removed.key());
        } else if (change instanceof Change.Purged purged) {
            Purge.execution(scope, seq(purged.before().id()), purged.before().version());
        }
    }

    private void create(List<Change.Created> created) throws SQLException {
        if (created.isEmpty()) {
            return;
        }
        long first = tables.executions().nextSeq(scope);
        requireQueues(created);
        tables.executions().insert(scope, first, created, queueNumbers);
        ContentTable.insert(scope, first, created);
        long seq = first;
        for (var one : created) {
            var e = one.after();
            place(e.id(), seq++);
            var reservation = one.submission().reservation();
            if (reservation.isPresent()) {
                KeyTable.put(scope, e.identity().namespace(), reservation.get(), e.id());
            }
        }
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

    /** Updates the hot rows, and what belongs to the changes outside of them. */
    private void update(List<Placed> changes) throws SQLException {
        tables.hotRows().update(scope, changes);
        AttemptTable.add(scope, changes);
        for (var placed : changes) {
            if (placed.change() instanceof Change.Replayed) {
                AttemptTable.forgetResult(scope, placed.seq());
            } else if (placed.change() instanceof Change.Tagged tagged) {
                ContentTable.putTags(scope, placed.seq(), tagged.tags());
            }
        }
    }

    private long seq(ExecutionId id) throws SQLException {
        return findSeq(id)
                .orElseThrow(() -> new IllegalStateException("Execution " + id + " was changed but is not stored"));
    }

    private OptionalLong findSeq(ExecutionId id) throws SQLException {
        Long placed = seqs.get(id);
        if (placed != null) {
            return OptionalLong.of(placed);
        }
        var known = tables.rowNumbers().of(id);
        return known.isPresent() ? known : tables.executions().seqOf(scope, id);
    }

    @Override
    public String settingOr(String name, String value) {
        return UncheckedSql.run(() -> SettingTable.valueOr(scope, name, value));
    }

    private Loaded remember(ExecutionTable.Row row) {
        var e = row.loaded().execution();
        place(e.id(), row.seq());
        newestLoaded = Math.max(newestLoaded, e.timing().lastMutationAt());
        return row.loaded();
    }

    private void place(ExecutionId id, long seq) {
        if (seqs.isEmpty()) {
            scope.afterCommit(() -> tables.rowNumbers().keep(seqs));
        }
        seqs.put(id, seq);
    }
}
