package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.read.CursorReads;
import io.flowfabric.engine.store.read.DueReads;
import io.flowfabric.engine.store.read.EventReads;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.engine.store.read.ExecutionReads;
import io.flowfabric.engine.store.read.FollowUpReads;
import io.flowfabric.engine.store.read.LaneReads;
import io.flowfabric.engine.store.read.MissedWakeUpReads;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.engine.store.read.RetentionReads;
import io.flowfabric.engine.store.read.WorkerReads;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.query.ExecutionRange;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One snapshot. */
public final class SqliteReadTx implements ReadTx, ExecutionReads {
    /** A range of the unique index, from behind the cursor to the end of the partition. */
    private static final String LIST = "SELECT id FROM ff_executions WHERE id > ? AND id <= ? ORDER BY id LIMIT ?";

    /** The same range; what belongs to others is passed over by the queue in its row. */
    private static final String LIST_NAMESPACE = """
            SELECT id FROM ff_executions WHERE id > ? AND id <= ?
            AND queue IN (SELECT number FROM ff_queues WHERE namespace = ?) ORDER BY id LIMIT ?""";

    private final SqlScope scope;
    private final SqliteTables tables;
    private final Clock clock;

    public SqliteReadTx(SqlScope scope, SqliteTables tables, Clock clock) {
        this.scope = scope;
        this.tables = tables;
        this.clock = clock;
    }

    @Override
    public long now() {
        return clock.millis();
    }

    @Override
    public ExecutionReads executions() {
        return this;
    }

    @Override
    public LaneReads lanes() {
        return new SqliteLaneQueries(scope);
    }

    @Override
    public WorkerReads workers() {
        return new SqliteWorkerTable(scope);
    }

    @Override
    public EventReads events() {
        return new SqliteEventTable(scope);
    }

    @Override
    public CursorReads cursors() {
        return new SqliteCursorTable(scope);
    }

    @Override
    public RetentionReads retention() {
        return new SqliteRetentionQueries(scope);
    }

    @Override
    public DueReads due() {
        return new SqliteDueQueries(scope, clock);
    }

    @Override
    public FollowUpReads followUps() {
        return new SqliteFollowUpTable(scope);
    }

    @Override
    public MissedWakeUpReads missedWakeUps() {
        return new SqliteMissedWakeUpQueries(scope, tables);
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        return UncheckedSql.run(() -> tables.executions().find(scope, id));
    }

    @Override
    public List<ReclaimCount> reclaimCounts(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> tables.executions().reclaimCounts(scope, ids));
    }

    @Override
    public Optional<Loaded> load(ExecutionId id) {
        return UncheckedSql.run(() -> tables.executions().load(scope, id).map(SqliteExecutionTable.Row::loaded));
    }

    @Override
    public Set<ExecutionId> settled(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> tables.executions().settled(scope, ids));
    }

    @Override
    public Optional<ExecutionContent> content(ExecutionId id) {
        return UncheckedSql.run(() -> SqliteContentTable.find(scope, id));
    }

    @Override
    public Optional<ExecutionPolicy> policy(ExecutionId id) {
        return UncheckedSql.run(() -> SqliteContentTable.policy(scope, id));
    }

    @Override
    public Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> SqliteContentTable.tags(scope, ids));
    }

    @Override
    public Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids, String key) {
        return UncheckedSql.run(() -> SqliteContentTable.tags(scope, ids, key));
    }

    @Override
    public Optional<Payload> result(ExecutionId id) {
        return UncheckedSql.run(() -> SqliteAttemptTable.findResult(scope, id));
    }

    @Override
    public List<Attempt> attempts(ExecutionId id, int limit) {
        return UncheckedSql.run(() -> {
            var open = find(id).flatMap(Execution::openAttempt);
            var attempts = SqliteAttemptTable.newest(scope, id, open.isPresent() ? limit - 1 : limit);
            open.ifPresent(attempts::add);
            return List.copyOf(attempts);
        });
    }

    @Override
    public List<ExecutionId> eligible(ScanEligibleExecutions wanted, int limit) {
        return UncheckedSql.run(() -> {
            var range = ExecutionRange.of(wanted.partition());
            var queues = tables.queues().readLane(scope, wanted.laneId(), wanted.namespace()).stream()
                    .map(Queue::number)
                    .toList();
            return SqliteClaimQueries.eligible(scope, queues, range, limit);
        });
    }

    @Override
    public List<ExecutionId> list(ListExecutions wanted, int limit) {
        var range = ExecutionRange.of(wanted.partition()).behind(wanted.cursor());
        ResultRows.Reader<ExecutionId> id = row -> ExecutionKey.decode(row.getBytes(1));
        return wanted.namespace()
                .map(only ->
                        SqliteQueries.rows(scope, LIST_NAMESPACE, id, range.after(), range.upTo(), only.value(), limit))
                .orElseGet(() -> SqliteQueries.rows(scope, LIST, id, range.after(), range.upTo(), limit));
    }

    /** Its indexes are those of the database. */
    @Override
    public Map<ExecutionId, String> unindexed(Collection<ExecutionId> ids) {
        return Map.of();
    }

    @Override
    public List<Execution> underExpiredLease(LeaseScan scan) {
        return UncheckedSql.run(() -> tables.executions().readAll(scope, SqliteLeaseQueries.expired(scope, scan)));
    }
}
