package io.flowfabric.store.sqlite;

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
import io.flowfabric.engine.store.WriteTx;
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
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** One snapshot. */
final class SqliteReadTx implements ReadTx, ExecutionReads {
    /** A range of the unique index, from behind the cursor to the end of the partition. */
    private static final String LIST = "SELECT id FROM ff_executions WHERE id > ?1 AND id <= ?2 ORDER BY id LIMIT ?3";

    /** The same range; what belongs to others is passed over by the queue in its row. */
    private static final String LIST_NAMESPACE = """
            SELECT id FROM ff_executions WHERE id > ?1 AND id <= ?2
            AND queue IN (SELECT number FROM ff_queues WHERE namespace = ?4) ORDER BY id LIMIT ?3""";

    private static final byte[] BEFORE_ALL = new byte[0];
    private static final byte[] AFTER_ALL = ExecutionKey.afterAll();

    private final SqlScope scope;
    private final Tables tables;
    private final Clock clock;

    SqliteReadTx(SqlScope scope, Tables tables, Clock clock) {
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
        return new LaneQueries(scope);
    }

    @Override
    public WorkerReads workers() {
        return new WorkerTable(scope);
    }

    @Override
    public EventReads events() {
        return new EventTable(scope);
    }

    @Override
    public CursorReads cursors() {
        return new CursorTable(scope);
    }

    @Override
    public RetentionReads retention() {
        return new RetentionQueries(scope);
    }

    @Override
    public DueReads due() {
        return new DueQueries(scope, clock);
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
        return UncheckedSql.run(() -> tables.executions().load(scope, id).map(ExecutionTable.Row::loaded));
    }

    @Override
    public Set<ExecutionId> settled(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> tables.executions().settled(scope, ids));
    }

    @Override
    public Optional<ExecutionContent> content(ExecutionId id) {
        return UncheckedSql.run(() -> ContentTable.find(scope, id));
    }

    @Override
    public Optional<ExecutionPolicy> policy(ExecutionId id) {
        return UncheckedSql.run(() -> ContentTable.policy(scope, id));
    }

    @Override
    public Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids) {
        return UncheckedSql.run(() -> ContentTable.tags(scope, ids));
    }

    @Override
    public Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids, String key) {
        return UncheckedSql.run(() -> ContentTable.tags(scope, ids, key));
    }

    @Override
    public Optional<Payload> result(ExecutionId id) {
        return UncheckedSql.run(() -> AttemptTable.findResult(scope, id));
    }

    @Override
    public List<Attempt> attempts(ExecutionId id, int limit) {
        return UncheckedSql.run(() -> {
            var open = find(id).flatMap(Execution::openAttempt);
            var attempts = AttemptTable.newest(scope, id, open.isPresent() ? limit - 1 : limit);
            open.ifPresent(attempts::add);
            return List.copyOf(attempts);
        });
    }

    @Override
    public List<ExecutionId> eligible(ScanEligibleExecutions wanted, int limit) {
        return UncheckedSql.run(() -> {
            var partition = wanted.partition();
            var queues = tables.queues().readLane(scope, wanted.laneId(), wanted.namespace()).stream()
                    .map(WriteTx.Queue::number)
                    .toList();
            return ClaimQueries.eligible(scope, queues, before(partition), lastOf(partition), limit);
        });
    }

    @Override
    public List<ExecutionId> list(ListExecutions wanted, int limit) {
        return UncheckedSql.run(() -> {
            var partition = wanted.partition();
            byte[] from = wanted.cursor().map(ExecutionKey::encode).orElseGet(() -> before(partition));
            var statement = scope.prepare(wanted.namespace().isPresent() ? LIST_NAMESPACE : LIST);
            Columns.bindAll(statement, from, lastOf(partition), limit);
            if (wanted.namespace().isPresent()) {
                statement.setString(4, wanted.namespace().get().value());
            }
            var ids = new ArrayList<ExecutionId>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    ids.add(ExecutionKey.decode(row.getBytes(1)));
                }
            }
            return List.copyOf(ids);
        });
    }

    @Override
    public List<Execution> underExpiredLease(LeaseScan scan) {
        return UncheckedSql.run(() -> tables.executions().readAll(scope, LeaseQueries.expired(scope, scan)));
    }

    private static byte[] before(OptionalInt partition) {
        return partition.isPresent() ? ExecutionKey.beforeAllOf(partition.getAsInt()) : BEFORE_ALL;
    }

    private static byte[] lastOf(OptionalInt partition) {
        return partition.isPresent() ? ExecutionKey.lastOf(partition.getAsInt()) : AFTER_ALL;
    }
}
