package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.CursorReads;
import io.flowfabric.engine.store.DueReads;
import io.flowfabric.engine.store.EventReads;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.engine.store.ExecutionReads;
import io.flowfabric.engine.store.LaneReads;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.RetentionReads;
import io.flowfabric.engine.store.WorkerReads;
import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.ScanEligibleExecutions;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A read. A transaction is begun for questions that take several statements. Whoever asks for executions or alarms first then reads from one snapshot; whoever asks for events first reads at
 * read committed, because what is settled is found out by statements with a snapshot each.
 */
final class PostgresReadTx implements ReadTx, ExecutionReads {
    /** Of the transaction, not of the session: behind a pooler the session belongs to others as well. */
    private static final String SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

    private static final String SNAPSHOT_PER_STATEMENT = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    /** A range of the unique index, from behind the cursor to the end of the partition. */
    private static final String LIST = "SELECT id FROM ff.executions WHERE id > ? AND id <= ? ORDER BY id LIMIT ?";

    /** The same range; what belongs to others is passed over by the queue in its row. */
    private static final String LIST_NAMESPACE = """
            SELECT id FROM ff.executions WHERE id > ? AND id <= ?
            AND queue = ANY (ARRAY(SELECT number FROM ff.queues WHERE namespace = ?)) ORDER BY id LIMIT ?""";

    private static final byte[] BEFORE_ALL = new byte[0];
    private static final byte[] AFTER_ALL = ExecutionKey.afterAll();

    private final PgScope scope;
    private final PgTables tables;
    private final ServerClock clock;
    private final OutboxWatch outbox;
    private boolean begun;

    PostgresReadTx(PgScope scope, PgTables tables, ServerClock clock, OutboxWatch outbox) {
        this.scope = scope;
        this.tables = tables;
        this.clock = clock;
        this.outbox = outbox;
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
        return new PgLaneQueries(scope);
    }

    @Override
    public WorkerReads workers() {
        begin(SNAPSHOT);
        return new PgWorkerTable(scope);
    }

    @Override
    public RetentionReads retention() {
        begin(SNAPSHOT);
        return new PgRetentionQueries(scope);
    }

    @Override
    public EventReads events() {
        begin(SNAPSHOT_PER_STATEMENT);
        return new PgEventTable(scope, outbox::met);
    }

    /** Every question is one statement. */
    @Override
    public CursorReads cursors() {
        return new PgCursorTable(scope);
    }

    /** Every question is one statement, and what is due is looked at again before it is acted on. */
    @Override
    public DueReads due() {
        return new PgDueQueries(scope, clock);
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
        return UncheckedSql.run(() -> PgContentTable.find(snapshot(), id));
    }

    @Override
    public Optional<ExecutionPolicy> policy(ExecutionId id) {
        return UncheckedSql.run(() -> PgContentTable.policy(snapshot(), id));
    }

    @Override
    public Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> PgContentTable.tags(snapshot(), ids));
    }

    @Override
    public Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids, String key) {
        return UncheckedSql.run(() -> PgContentTable.tags(snapshot(), ids, key));
    }

    @Override
    public List<Execution> underExpiredLease(LeaseScan scan) {
        return UncheckedSql.run(() -> tables.executions().underExpiredLease(snapshot(), scan));
    }

    @Override
    public Optional<Payload> result(ExecutionId id) {
        return UncheckedSql.run(() -> PgAttemptTable.findResult(snapshot(), id));
    }

    @Override
    public List<Attempt> attempts(ExecutionId id, int limit) {
        return UncheckedSql.run(() -> {
            var open = find(id).flatMap(Execution::openAttempt);
            var attempts = PgAttemptTable.newest(snapshot(), id, open.isPresent() ? limit - 1 : limit);
            open.ifPresent(attempts::add);
            return List.copyOf(attempts);
        });
    }

    @Override
    public List<ExecutionId> eligible(ScanEligibleExecutions wanted, int limit) {
        return UncheckedSql.run(() -> {
            var partition = wanted.partition();
            var queues = tables.queues().ofLanes(snapshot(), List.of(wanted.laneId()), wanted.namespace()).stream()
                    .map(Queue::number)
                    .toList();
            byte[] behind = partition.isPresent() ? ExecutionKey.beforeAllOf(partition.getAsInt()) : BEFORE_ALL;
            byte[] upTo = partition.isPresent() ? ExecutionKey.lastOf(partition.getAsInt()) : AFTER_ALL;
            return PgClaimQueries.eligible(scope, queues, behind, upTo, limit);
        });
    }

    @Override
    public List<ExecutionId> list(ListExecutions wanted, int limit) {
        return UncheckedSql.run(() -> {
            var partition = wanted.partition();
            var namespace = wanted.namespace();
            byte[] from = wanted.cursor()
                    .map(ExecutionKey::encode)
                    .orElseGet(
                            () -> partition.isPresent() ? ExecutionKey.beforeAllOf(partition.getAsInt()) : BEFORE_ALL);
            byte[] to = partition.isPresent() ? ExecutionKey.lastOf(partition.getAsInt()) : AFTER_ALL;
            try (var statement = snapshot().prepare(namespace.isPresent() ? LIST_NAMESPACE : LIST)) {
                if (namespace.isPresent()) {
                    Columns.bindAll(statement, from, to, namespace.get().value(), limit);
                } else {
                    Columns.bindAll(statement, from, to, limit);
                }
                var ids = new ArrayList<ExecutionId>();
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        ids.add(ExecutionKey.decode(row.getBytes(1)));
                    }
                }
                return List.copyOf(ids);
            }
        });
    }

    private PgScope snapshot() {
        begin(SNAPSHOT);
        return scope;
    }

    private void begin(String isolation) {
        if (!begun) {
            begun = true;
            scope.begin(new Step(isolation, Step.NO_PARAMETERS));
        }
    }
}
