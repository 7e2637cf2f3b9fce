package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler.UpdateParts;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.claim.ClaimFront;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.engine.store.write.ExecutionWrites;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.sqlite.table.HotRows.Placed;
import io.flowfabric.store.sqlite.table.SqliteExecutionTable.CandidateRow;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Executions of a unit, with everything that is stored beside their rows. */
final class SqliteExecutionWrites implements ExecutionWrites, SingleWriterLocks<ExecutionId, Loaded>, UpdateParts {
    private final WriteScope scope;
    private final SqliteTables tables;
    private final UnitRows rows;
    private final SqliteLaneWrites lanes;
    private final Consumer<List<? extends Change>> applied;

    /** @param applied told of changes that {@link #applyIfCurrent} has written */
    SqliteExecutionWrites(
            WriteScope scope,
            SqliteTables tables,
            UnitRows rows,
            SqliteLaneWrites lanes,
            Consumer<List<? extends Change>> applied) {
        this.scope = scope;
        this.tables = tables;
        this.rows = rows;
        this.lanes = lanes;
        this.applied = applied;
    }

    @Override
    public Map<ExecutionId, Loaded> lock(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> {
            var found = new LinkedHashMap<ExecutionId, Loaded>();
            for (ExecutionId id : ids.stream().sorted().toList()) {
                tables.executions().load(scope, id).ifPresent(row -> found.put(id, rows.remember(row)));
            }
            return found;
        });
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

    /** Complete: no other transaction holds anything. */
    @Override
    public List<ClaimFront> lockClaimable(List<ClaimScan> scans) {
        return UncheckedSql.run(() -> {
            if (scans.size() == 1 && SqliteClaimQueries.isFreshOnly(scope, scans.get(0))) {
                return List.of(front(tables.executions().loadFresh(scope, scans.get(0))));
            }
            var fronts = new ArrayList<List<Long>>();
            for (var scan : scans) {
                fronts.add(SqliteClaimQueries.front(scope, scan));
            }
            var loaded = tables.executions()
                    .loadCandidates(scope, fronts.stream().flatMap(List::stream).toList());
            var found = new ArrayList<ClaimFront>();
            int next = 0;
            for (var front : fronts) {
                found.add(front(loaded.subList(next, next + front.size())));
                next += front.size();
            }
            return found;
        });
    }

    private ClaimFront front(List<CandidateRow> loaded) {
        var candidates = new ArrayList<Candidate>(loaded.size());
        for (var one : loaded) {
            rows.remember(one.row());
            candidates.add(one.candidate());
        }
        return new ClaimFront(candidates, true);
    }

    @Override
    public Set<Integer> withCandidates(Collection<Integer> queues) {
        return UncheckedSql.run(() -> SqliteClaimQueries.withCandidates(scope, queues));
    }

    @Override
    public List<ExecutionId> lockDue(DueKind kind, long now, int limit, Collection<ExecutionId> except) {
        return UncheckedSql.run(
                () -> SqliteDueQueries.without(except, limit, most -> SqliteDueQueries.due(scope, kind, now, most)));
    }

    @Override
    public List<Loaded> lockUnrouted(List<Integer> queues, int limit) {
        return UncheckedSql.run(() -> {
            var blocked = new ArrayList<Loaded>();
            for (int queue : queues) {
                for (var row : tables.executions().loadUnrouted(scope, queue, limit - blocked.size())) {
                    blocked.add(rows.remember(row));
                }
            }
            return blocked;
        });
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> SqliteContentTable.tags(scope, ids));
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids, String key) {
        return UncheckedSql.run(() -> SqliteContentTable.tags(scope, ids, key));
    }

    @Override
    public Map<ExecutionId, ExecutionContent> contents(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> {
            var contents = new HashMap<ExecutionId, ExecutionContent>();
            for (ExecutionId id : ids) {
                SqliteContentTable.find(scope, id).ifPresent(content -> contents.put(id, content));
            }
            return contents;
        });
    }

    @Override
    public Set<ExecutionId> applyIfCurrent(List<Change.OfExecution> changes) {
        var written = UncheckedSql.run(() -> {
            var placed = new ArrayList<Placed>();
            for (var change : changes) {
                var seq = rows.find(change.after().id());
                if (seq.isPresent()) {
                    placed.add(new Placed(seq.getAsLong(), change));
                }
            }
            var current = tables.hotRows().updateCurrent(scope, placed);
            storeBesides(current);
            return current.stream().map(Placed::change).toList();
        });
        applied.accept(written);
        return written.stream().map(change -> change.after().id()).collect(Collectors.toSet());
    }

    void create(List<Change.Created> created) throws SQLException {
        long first = tables.executions().nextSeq(scope);
        tables.executions().insert(scope, first, created, lanes.requireQueues(created));
        SqliteContentTable.insert(scope, first, created);
        long seq = first;
        for (var one : created) {
            var e = one.after();
            rows.placeCreated(e.id(), seq++);
            var reservation = one.submission().reservation();
            if (reservation.isPresent()) {
                SqliteKeyTable.put(scope, e.identity().namespace(), reservation.get(), e.id());
            }
        }
    }

    void update(List<Change.OfExecution> changes) throws SQLException {
        var placed = new ArrayList<Placed>();
        for (var change : changes) {
            placed.add(new Placed(rows.seq(change.after().id()), change));
        }
        tables.hotRows().update(scope, placed);
        storeBesides(placed);
    }

    void purge(List<Change.Purged> purged) throws SQLException {
        if (purged.isEmpty()) {
            return;
        }
        var versions = new HashMap<Long, Long>();
        for (var one : purged) {
            versions.put(rows.seq(one.before().id()), one.before().version());
            rows.forget(one.before().id());
        }
        SqlitePurge.executions(scope, versions);
    }

    /** Stores what belongs to changes outside of the hot rows. */
    private void storeBesides(List<Placed> changes) throws SQLException {
        SqliteAttemptTable.add(scope, changes);
        for (var placed : changes) {
            placed.change().acceptParts(this);
        }
    }

    @Override
    public void replayed(Change.Replayed replayed) {
        UncheckedSql.perform(() ->
                SqliteAttemptTable.forgetResult(scope, rows.seq(replayed.after().id())));
    }

    @Override
    public void tagged(Change.Tagged tagged) {
        UncheckedSql.perform(
                () -> SqliteContentTable.putTags(scope, rows.seq(tagged.after().id()), tagged.tags()));
    }
}
