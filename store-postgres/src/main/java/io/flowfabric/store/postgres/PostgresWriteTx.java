package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.store.Candidate;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A write transaction. */
final class PostgresWriteTx implements WriteTx {
    private final PgScope scope;
    private final PgTables tables;
    private final ServerClock clock;
    private final Consumer<List<Change>> doorbells;
    private final Map<ExecutionId, Long> seqs = new HashMap<>();
    private final List<Change> applied = new ArrayList<>();
    private long newestLoaded = Long.MIN_VALUE;

    /** @param doorbells is told what was changed, once that is committed */
    PostgresWriteTx(PgScope scope, PgTables tables, ServerClock clock, Consumer<List<Change>> doorbells) {
        this.scope = scope;
        this.tables = tables;
        this.clock = clock;
        this.doorbells = doorbells;
    }

    @Override
    public long now() {
        return Math.max(UncheckedSql.run(() -> clock.millis(scope)), newestLoaded);
    }

    @Override
    public Map<ExecutionId, Loaded> lock(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> {
            var found = new LinkedHashMap<ExecutionId, Loaded>();
            for (var row : tables.executions().lock(scope, ids)) {
                found.put(row.loaded().execution().id(), remember(row));
            }
            return found;
        });
    }

    @Override
    public List<Candidate> lockClaimable(ClaimScan scan) {
        return UncheckedSql.run(() -> {
            var seqsOfFront = PgClaimQueries.lockFront(scope, scan);
            if (seqsOfFront.isEmpty()) {
                return List.of();
            }
            return tables.executions().loadCandidates(scope, seqsOfFront).stream()
                    .map(found -> new Candidate(remember(found.row()), found.content()))
                    .toList();
        });
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
    public Map<ScopedKey, ExecutionId> byKeys(Collection<ScopedKey> keys) {
        return UncheckedSql.run(() -> keys.isEmpty() ? Map.of() : PgKeyTable.find(scope, keys, now()));
    }

    @Override
    public List<Queue> queuesOf(LaneId lane) {
        return UncheckedSql.run(() -> tables.queues().ofLane(scope, lane));
    }

    @Override
    public void apply(List<Change> changes) {
        UncheckedSql.run(() -> {
            for (List<Change> run : Runs.of(changes)) {
                applyRun(run);
            }
            return changes;
        });
        if (applied.isEmpty()) {
            scope.afterCommit(() -> doorbells.accept(applied));
        }
        applied.addAll(changes);
    }

    @Override
    public void append(List<Event> events) {
        UncheckedSql.run(() -> {
            PgEventTable.append(scope, events);
            return events;
        });
    }

    /** Changes of one kind to different executions, written together. */
    private void applyRun(List<Change> run) throws SQLException {
        Change first = run.get(0);
        if (first instanceof Change.Created) {
            create(run.stream().map(Change.Created.class::cast).toList());
        } else if (first instanceof Change.OfExecution) {
            update(run.stream().map(Change.OfExecution.class::cast).toList());
        } else {
            for (Change change : run) {
                applyToGrant(change);
            }
        }
    }

    private void create(List<Change.Created> run) throws SQLException {
        seqs.putAll(tables.executions()
                .insert(scope, run.stream().map(Change.Created::after).toList()));
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

    private void update(List<Change.OfExecution> run) throws SQLException {
        tables.executions().update(scope, run, seqs);
        var attempts = new LinkedHashMap<Long, Attempt>();
        var results = new LinkedHashMap<Long, Payload>();
        for (var changed : run) {
            long seq = seqs.get(changed.after().id());
            changed.endedAttempt().ifPresent(attempt -> attempts.put(seq, attempt));
            if (changed instanceof Change.Ended ended) {
                ended.result().ifPresent(result -> results.put(seq, result));
            } else if (changed instanceof Change.Replayed) {
                PgContentTable.deleteResult(scope, seq);
            }
        }
        if (!attempts.isEmpty()) {
            tables.executions().addAttempts(scope, attempts);
        }
        if (!results.isEmpty()) {
            PgContentTable.putResults(scope, results);
        }
    }

    private void applyToGrant(Change change) throws SQLException {
        if (change instanceof Change.GrantIssued issued) {
            PgGrantTable.put(scope, seqs.get(issued.grant().executionId()), issued.grant());
        } else if (change instanceof Change.GrantRemoved removed) {
            PgGrantTable.delete(scope, seqs.get(removed.executionId()));
        }
    }

    private Loaded remember(PgExecutionTable.Row row) {
        var e = row.loaded().execution();
        seqs.put(e.id(), row.seq());
        newestLoaded = Math.max(newestLoaded, e.timing().lastMutationAt());
        return row.loaded();
    }
}
