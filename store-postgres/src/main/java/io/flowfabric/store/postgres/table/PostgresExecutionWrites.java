package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler.UpdateParts;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.claim.ClaimFront;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.engine.store.write.ExecutionWrites;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Executions of a transaction, with everything that is stored beside their rows. */
final class PostgresExecutionWrites implements ExecutionWrites, UpdateParts {
    private final PostgresWriteTx tx;
    private final PostgresScope scope;
    private final PostgresTables tables;
    private final UnitClock clock;
    private final PostgresLaneWrites lanes;
    private final Map<ExecutionId, Long> seqs = new HashMap<>();

    PostgresExecutionWrites(
            PostgresWriteTx tx, PostgresScope scope, PostgresTables tables, UnitClock clock, PostgresLaneWrites lanes) {
        this.tx = tx;
        this.scope = scope;
        this.tables = tables;
        this.clock = clock;
        this.lanes = lanes;
    }

    /** The row numbers of the executions that were loaded, created or changed. */
    Map<ExecutionId, Long> seqs() {
        return seqs;
    }

    @Override
    public Map<ExecutionId, Loaded> lock(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> byId(tables.executions().lock(scope, ids)));
    }

    @Override
    public Map<ExecutionId, Loaded> tryLock(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> byId(tables.executions().tryLock(scope, ids)));
    }

    private Map<ExecutionId, Loaded> byId(List<PostgresExecutionTable.Row> rows) {
        var found = new LinkedHashMap<ExecutionId, Loaded>();
        for (var row : rows) {
            found.put(row.loaded().execution().id(), remember(row));
        }
        return found;
    }

    @Override
    public Collection<ExecutionId> existing(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> tables.executions().existing(scope, ids));
    }

    @Override
    public List<ClaimFront> lockClaimable(List<ClaimScan> scans) {
        return UncheckedSql.run(() -> {
            var front = tables.executions().lockFronts(scope, scans);
            var candidates = front.lanes().stream()
                    .map(lane -> new ClaimFront(
                            lane.rows().stream().map(this::remember).toList(), lane.complete()))
                    .toList();
            clock.told(front.serverMillis());
            boolean fromTheFront = scans.stream().allMatch(scan -> scan.after().isEmpty());
            if (!front.spots().isEmpty() && fromTheFront) {
                scope.afterCommit(() -> tables.watermarks().claimed(front.spots(), tx.acquired()));
            }
            return candidates;
        });
    }

    @Override
    public Set<Integer> withCandidates(Collection<Integer> queues) {
        return UncheckedSql.run(() -> tables.executions().withCandidates(scope, queues));
    }

    @Override
    public List<ExecutionId> lockDue(DueKind kind, long now, int limit, Collection<ExecutionId> except) {
        return UncheckedSql.run(() -> PostgresDueQueries.lock(scope, kind, now, limit, except));
    }

    @Override
    public List<Loaded> lockUnrouted(List<Integer> queues, int limit) {
        return UncheckedSql.run(() -> tables.executions().lockUnrouted(scope, queues, limit).stream()
                .map(this::remember)
                .toList());
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> PostgresContentTable.tags(scope, ids));
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids, String key) {
        return UncheckedSql.run(() -> PostgresContentTable.tags(scope, ids, key));
    }

    @Override
    public Map<ExecutionId, ExecutionContent> contents(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> PostgresContentTable.find(scope, ids));
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
                tx.noteApplied(those);
            }
            return current;
        });
    }

    void create(List<Change.Created> run) throws SQLException {
        seqs.putAll(tables.executions().insert(scope, run, lanes.requireQueues(run)));
        var submissions = new LinkedHashMap<Long, Submission>();
        for (var created : run) {
            Execution e = created.after();
            submissions.put(seqs.get(e.id()), created.submission());
            var reservation = created.submission().reservation();
            if (reservation.isPresent()) {
                PostgresKeyTable.take(
                        scope,
                        e.identity().namespace(),
                        reservation.get(),
                        e.id(),
                        e.timing().createdAt());
            }
        }
        PostgresContentTable.insert(scope, submissions);
    }

    /** Writes changes of one kind to different executions. */
    void update(List<Change.OfExecution> run) throws SQLException {
        var applied = tables.changes().apply(scope, run);
        if (applied.size() != run.size()) {
            throw new IllegalStateException("%d of %d executions were at the version their change was decided on"
                    .formatted(applied.size(), run.size()));
        }
        storeParts(run);
    }

    void purge(List<Change.Purged> run) throws SQLException {
        var rows = new LinkedHashMap<Long, Execution>();
        run.forEach(purged -> rows.put(seqs.get(purged.before().id()), purged.before()));
        PostgresPurge.executions(scope, rows);
    }

    /** What belongs to a change outside of the hot row. */
    private void storeParts(List<Change.OfExecution> run) {
        PostgresAttemptTable.add(scope, run, seqs);
        for (var changed : run) {
            changed.acceptParts(this);
        }
    }

    @Override
    public void replayed(Change.Replayed replayed) {
        UncheckedSql.perform(() -> PostgresAttemptTable.forgetResult(
                scope, seqs.get(replayed.after().id())));
    }

    @Override
    public void tagged(Change.Tagged tagged) {
        UncheckedSql.perform(() ->
                PostgresContentTable.putTags(scope, seqs.get(tagged.after().id()), tagged.tags()));
    }

    private Candidate remember(PostgresExecutionTable.CandidateRow found) {
        remember(found.row());
        return found.candidate();
    }

    Loaded remember(PostgresExecutionTable.Row row) {
        clock.locked();
        var e = row.loaded().execution();
        seqs.put(e.id(), row.seq());
        clock.loadedAsOf(e.timing().lastMutationAt());
        if (row.guest()) {
            CreateRules.announcement(e).ifPresent(event -> {
                PostgresExecutionTable.meet(scope, e.id());
                tx.append(List.of(event));
            });
        }
        return row.loaded();
    }
}
