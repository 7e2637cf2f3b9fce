package io.flowfabric.store.postgres.table;

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
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.ServerClock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * A read. A transaction is begun for queries that take several statements. A read that asks for executions first has
 * one snapshot; a read that asks for events first is at read committed, because what is settled is found out by
 * statements with a snapshot each.
 */
public final class PostgresReadTx implements ReadTx, ExecutionReads {
    /** Of the transaction, not of the session: behind a pooler the session belongs to others as well. */
    private static final String SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

    private static final String SNAPSHOT_PER_STATEMENT = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    /** A range of the unique index, from behind the cursor to the end of the partition. */
    private static final String LIST = "SELECT id FROM ff.executions WHERE id > ? AND id <= ? ORDER BY id LIMIT ?";

    /** The same range; what belongs to others is passed over by the queue in its row. */
    private static final String LIST_NAMESPACE = """
            SELECT id FROM ff.executions WHERE id > ? AND id <= ?
            AND queue = ANY (ARRAY(SELECT number FROM ff.queues WHERE namespace = ?)) ORDER BY id LIMIT ?""";

    private final PostgresScope scope;
    private final PostgresTables tables;
    private final ServerClock clock;
    private final LongConsumer unsettled;
    private boolean begun;

    /** @param unsettled is told of the newest event when it is not settled */
    public PostgresReadTx(PostgresScope scope, PostgresTables tables, ServerClock clock, LongConsumer unsettled) {
        this.scope = scope;
        this.tables = tables;
        this.clock = clock;
        this.unsettled = unsettled;
    }

    /** Asked first, it leaves the read without a snapshot of its own: isolation is chosen before the first query. */
    @Override
    public long now() {
        begin(SNAPSHOT_PER_STATEMENT);
        return UncheckedSql.run(() -> clock.millis(scope));
    }

    @Override
    public ExecutionReads executions() {
        return this;
    }

    /** Every question is one statement. */
    @Override
    public LaneReads lanes() {
        return new PostgresLaneQueries(scope);
    }

    @Override
    public WorkerReads workers() {
        begin(SNAPSHOT);
        return new PostgresWorkerTable(scope);
    }

    @Override
    public RetentionReads retention() {
        begin(SNAPSHOT);
        return new PostgresRetentionQueries(scope);
    }

    @Override
    public EventReads events() {
        begin(SNAPSHOT_PER_STATEMENT);
        return new PostgresEventTable(scope, unsettled);
    }

    /** Every question is one statement. */
    @Override
    public CursorReads cursors() {
        return new PostgresCursorTable(scope);
    }

    /** Every question is one statement, and what is due is checked again before it is acted on. */
    @Override
    public DueReads due() {
        return new PostgresDueQueries(scope, clock);
    }

    /** Every question is one statement. */
    @Override
    public FollowUpReads followUps() {
        return new PostgresFollowUpTable(scope);
    }

    @Override
    public MissedWakeUpReads missedWakeUps() {
        return new PostgresMissedWakeUpQueries(scope);
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        return UncheckedSql.run(() -> tables.executions().find(snapshot(), id));
    }

    @Override
    public List<ReclaimCount> reclaimCounts(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> tables.executions().reclaimCounts(snapshot(), ids));
    }

    @Override
    public Optional<Loaded> load(ExecutionId id) {
        return UncheckedSql.run(() -> tables.executions().load(snapshot(), id));
    }

    /** One statement, so no transaction is begun for it. */
    @Override
    public Optional<WithResult> findWithResult(ExecutionId id) {
        return UncheckedSql.run(() -> tables.executions().findWithResult(scope, id));
    }

    /** One statement, so no transaction is begun for it. */
    @Override
    public Set<ExecutionId> settled(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> tables.executions().settled(scope, ids));
    }

    @Override
    public Optional<ExecutionContent> content(ExecutionId id) {
        return UncheckedSql.run(() -> PostgresContentTable.find(snapshot(), id));
    }

    @Override
    public Optional<ExecutionPolicy> policy(ExecutionId id) {
        return UncheckedSql.run(() -> PostgresContentTable.policy(snapshot(), id));
    }

    @Override
    public Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> PostgresContentTable.tags(snapshot(), ids));
    }

    @Override
    public Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids, String key) {
        return UncheckedSql.run(() -> PostgresContentTable.tags(snapshot(), ids, key));
    }

    @Override
    public Map<ExecutionId, String> unindexed(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> MissingEntries.of(snapshot(), ids));
    }

    @Override
    public List<Execution> underExpiredLease(LeaseScan scan) {
        return UncheckedSql.run(() -> tables.executions().underExpiredLease(snapshot(), scan));
    }

    @Override
    public Optional<Payload> result(ExecutionId id) {
        return UncheckedSql.run(() -> PostgresAttemptTable.findResult(snapshot(), id));
    }

    @Override
    public List<Attempt> attempts(ExecutionId id, int limit) {
        return UncheckedSql.run(() -> {
            var open = find(id).flatMap(Execution::openAttempt);
            var attempts = PostgresAttemptTable.newest(snapshot(), id, open.isPresent() ? limit - 1 : limit);
            open.ifPresent(attempts::add);
            return List.copyOf(attempts);
        });
    }

    @Override
    public List<ExecutionId> eligible(ScanEligibleExecutions wanted, int limit) {
        return UncheckedSql.run(() -> {
            var range = ExecutionRange.of(wanted.partition());
            var queues = tables.queues().ofLanes(snapshot(), List.of(wanted.laneId()), wanted.namespace()).stream()
                    .map(Queue::number)
                    .toList();
            return PostgresClaimQueries.eligible(scope, queues, range, limit);
        });
    }

    @Override
    public List<ExecutionId> list(ListExecutions wanted, int limit) {
        var range = ExecutionRange.of(wanted.partition()).behind(wanted.cursor());
        ResultRows.Reader<ExecutionId> id = row -> ExecutionKey.decode(row.getBytes(1));
        return wanted.namespace()
                .map(only -> PostgresQueries.rows(
                        snapshot(), LIST_NAMESPACE, id, range.after(), range.upTo(), only.value(), limit))
                .orElseGet(() -> PostgresQueries.rows(snapshot(), LIST, id, range.after(), range.upTo(), limit));
    }

    private PostgresScope snapshot() {
        begin(SNAPSHOT);
        return scope;
    }

    private void begin(String isolation) {
        if (!begun) {
            begun = true;
            scope.begin(new PipelinedStatement(isolation, PipelinedStatement.NO_PARAMETERS));
        }
    }
}
