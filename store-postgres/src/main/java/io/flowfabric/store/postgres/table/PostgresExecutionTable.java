package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.read.ExecutionReads.LeaseScan;
import io.flowfabric.engine.store.read.ExecutionReads.ReclaimCount;
import io.flowfabric.engine.store.read.ExecutionReads.WithResult;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.store.jdbc.PolicyCache;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.query.PageStart;
import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.row.AttemptRow;
import io.flowfabric.store.jdbc.row.ContentRow;
import io.flowfabric.store.jdbc.row.ExecutionRow;
import io.flowfabric.store.jdbc.row.GrantRow;
import io.flowfabric.store.jdbc.row.ReclaimCountRow;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.ServerClock;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rows of executions: loading and locking sets of them, and adding them. */
public final class PostgresExecutionTable {
    /** Where the columns behind those of {@link ExecutionRow} begin: seq, policy, then the grant. */
    private static final int SEQ = ExecutionRow.WIDTH + 1;

    private static final int POLICY = SEQ + 1;

    private static final String WITH_BELONGINGS = """
             FROM ff.executions e
             JOIN ff.contents c ON c.seq = e.seq
             LEFT JOIN ff.grants g ON g.seq = e.seq
            WHERE e.id = ANY (?)""";

    private static final String LOAD =
            "SELECT " + ExecutionRow.SELECTED + ", e.seq, c.policy, " + GrantRow.SELECTED + WITH_BELONGINGS;

    /** As {@link #LOAD}, with the size of inputs and results, which are not read for it. */
    static final String LOAD_SIZED =
            "SELECT " + ExecutionRow.SELECTED + ", e.seq, c.policy, " + GrantRow.SELECTED + """
            , octet_length(c.input)
             + coalesce((SELECT sum(octet_length(a.result)) FROM ff.attempts a WHERE a.seq = e.seq), 0)""" + WITH_BELONGINGS;

    /** Leases that have ended and await a reclaim, without their wide rows. */
    private static final String RECLAIM_COUNTS =
            "SELECT " + ReclaimCountRow.SELECTED + """
             FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq
            WHERE e.id = ANY (?) AND e.""" + StateConditions.RECLAIMABLE;

    /**
     * Locks rows in the order of their ids, so that two transactions cannot wait for each other in a circle. A statement
     * that waited for a row goes on with the snapshot of its begin, so it names no other table: what belongs to the rows
     * is read by the next statement, in the same round trip.
     */
    private static final String LOCK = "SELECT " + ExecutionRow.SELECTED
            + ", e.seq FROM ff.executions e WHERE e.id = ANY (?) ORDER BY e.id FOR UPDATE";

    /** What belongs to rows that the statement before has locked. */
    private static final String BELONGINGS_BY_ID = "SELECT e.id, c.policy, " + GrantRow.SELECTED + WITH_BELONGINGS;

    /** As {@link #BELONGINGS_BY_ID}, with the server's time and what a worker needs to run them, unless it is large. */
    private static final String BELONGINGS = "SELECT c.seq, " + ServerClock.MILLIS + ", c.policy, "
            + GrantRow.SELECTED + ", " + ContentRow.SELECTED_IF_SMALL + """
             FROM ff.contents c LEFT JOIN ff.grants g ON g.seq = c.seq
            WHERE c.seq = ANY (?)""";

    /** The longest blocked of each queue; their rows say when they are locked whether they are blocked still. */
    static final String LOCK_UNROUTED =
            "SELECT " + ExecutionRow.SELECTED + ", e.seq" + """
             FROM unnest(?::int4[]) AS q (number), LATERAL (
                SELECT c.* FROM ff.unrouted_entries x JOIN ff.executions c ON c.id = x.id
                WHERE x.queue = q.number AND c.$unrouted
                ORDER BY x.blocked_at LIMIT ? FOR UPDATE OF c SKIP LOCKED) e
            LIMIT ?""".replace("$unrouted", StateConditions.UNROUTED);

    /** Expired leases: those that are not marked and those that are, each from entries of their own. */
    static final String EXPIRED_LEASES = """
            SELECT $columns FROM ff.executions e JOIN ($unmarked UNION ALL $marked) due ON due.id = e.id
            ORDER BY e.lease_expires_at, e.id LIMIT ?""".replace("$columns", ExecutionRow.SELECTED)
            .replace("$unmarked", leaseEnds(EntryKind.LEASE_END))
            .replace("$marked", leaseEnds(EntryKind.EXPIRED_LEASE));

    private static final String FIND = "SELECT " + ExecutionRow.SELECTED + " FROM ff.executions e WHERE e.id = ?";

    private static final String FIND_WITH_RESULT = "SELECT " + ExecutionRow.SELECTED + ", " + AttemptRow.RESULT
            + " FROM ff.executions e LEFT JOIN ff.attempts a ON a.seq = e.seq AND a.result IS NOT NULL WHERE e.id = ?";

    /** Of an id {@code w.id}; by the unique index. */
    static final String IS_SETTLED =
            "NOT EXISTS (SELECT 1 FROM ff.executions e WHERE e.id = w.id AND e." + StateConditions.NOT_TERMINAL + ")";

    /** Those that do not go on, each looked up in {@code executions_id}. */
    static final String SETTLED = "SELECT w.id FROM unnest(?::bytea[]) AS w (id) WHERE " + IS_SETTLED;

    /** As {@link #SETTLED} of a single one, which most wait for: the server keeps this plan and makes that anew each time. */
    private static final String GOES_ON =
            "SELECT 1 FROM ff.executions WHERE id = ? AND " + StateConditions.NOT_TERMINAL;

    private static final String MEET = "UPDATE ff.executions SET vector = vector + " + VectorCode.met(0)
            + " WHERE id = ? AND " + StateConditions.OF_CALLER;

    private static final String EXISTING = "SELECT id FROM ff.executions WHERE id = ANY (?)";

    private final PostgresQueueTable queues;
    private final Watermarks watermarks;
    private final PostgresExecutionInserts inserts;
    private final PolicyCache policies = new PolicyCache();

    PostgresExecutionTable(PostgresQueueTable queues, Watermarks watermarks) {
        this.queues = queues;
        this.watermarks = watermarks;
        this.inserts = new PostgresExecutionInserts(queues);
    }

    /**
     * What a rule needs to know, and the row it stands in.
     *
     * @param guest it was submitted in a caller's transaction and is met for the first time
     */
    public record Row(long seq, Loaded loaded, boolean guest) {}

    /** As {@link Row}, with the bytes of its input and its results. */
    record SizedRow(Row row, long bytes) {}

    /** As {@link Row}, with what a worker needs besides. */
    record CandidateRow(Row row, Candidate candidate) {}

    /**
     * Candidates.
     *
     * @param lanes those of each scan
     * @param spots where they stand
     * @param serverMillis the server's time when all of them were locked
     */
    record Front(List<LaneRows> lanes, List<Watermarks.Spot> spots, long serverMillis) {}

    /**
     * The candidates of one scan, in the order of its lane.
     *
     * @param complete whether nothing that stands to be claimed was passed over
     */
    record LaneRows(List<CandidateRow> rows, boolean complete) {}

    /** A row without what belongs to it. */
    private record BareRow(long seq, Execution execution, boolean guest) {
        Row with(Belongings belongings) {
            return new Row(
                    seq, new Loaded(execution, belongings.policy(), belongings.grant(), Membership.STANDALONE), guest);
        }
    }

    private record Belongings(ExecutionPolicy policy, Optional<Grant> grant) {}

    /** What a rule would be told, unlocked. */
    Optional<Loaded> load(PostgresScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(LOAD)) {
            bindIds(statement, List.of(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(bare(scope, row)
                                .with(belongings(row, POLICY, id))
                                .loaded())
                        : Optional.empty();
            }
        }
    }

    /** Executions that the transaction has locked, with their sizes. */
    Map<ExecutionId, SizedRow> loadSized(PostgresScope scope, Collection<ExecutionId> ids) throws SQLException {
        var found = new HashMap<ExecutionId, SizedRow>();
        if (ids.isEmpty()) {
            return found;
        }
        scope.now(new PipelinedStatement(LOAD_SIZED, (statement, first) -> bindIds(statement, first, ids), row -> {
            while (row.next()) {
                var bare = bare(scope, row);
                var id = bare.execution().id();
                long bytes = row.getLong(POLICY + 1 + GrantRow.WIDTH);
                found.put(id, new SizedRow(bare.with(belongings(row, POLICY, id)), bytes));
            }
        }));
        return found;
    }

    List<ReclaimCount> reclaimCounts(PostgresScope scope, Collection<ExecutionId> ids) throws SQLException {
        try (var statement = scope.prepare(RECLAIM_COUNTS)) {
            bindIds(statement, ids);
            try (ResultSet row = statement.executeQuery()) {
                return ReclaimCountRow.readAll(row, policies);
            }
        }
    }

    public List<Row> lock(PostgresScope scope, Collection<ExecutionId> ids) throws SQLException {
        return lock(scope, LOCK, ids);
    }

    /** Those that no other transaction holds locked. */
    List<Row> tryLock(PostgresScope scope, Collection<ExecutionId> ids) throws SQLException {
        return lock(scope, LOCK + " SKIP LOCKED", ids);
    }

    private List<Row> lock(PostgresScope scope, String sql, Collection<ExecutionId> ids) throws SQLException {
        var locked = new ArrayList<BareRow>();
        scope.later(new PipelinedStatement(sql, (statement, first) -> bindIds(statement, first, ids), rows -> {
            while (rows.next()) {
                scope.holdRows();
                locked.add(bare(scope, rows));
            }
        }));
        return withBelongings(scope, locked, ids);
    }

    List<Row> lockUnrouted(PostgresScope scope, List<Integer> wanted, int limit) throws SQLException {
        var locked = new ArrayList<BareRow>();
        try (var statement = scope.prepare(LOCK_UNROUTED)) {
            statement.setArray(1, scope.connection().createArrayOf("int4", wanted.toArray()));
            statement.setInt(2, limit);
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    scope.holdRows();
                    locked.add(bare(scope, row));
                }
            }
        }
        var ids = locked.stream().map(row -> row.execution().id()).toList();
        return ids.isEmpty() ? List.of() : withBelongings(scope, locked, ids);
    }

    /** @param locked filled by the statements that wait to be sent, if not before */
    private List<Row> withBelongings(PostgresScope scope, List<BareRow> locked, Collection<ExecutionId> ids)
            throws SQLException {
        var belongings = new HashMap<ExecutionId, Belongings>();
        scope.now(new PipelinedStatement(
                BELONGINGS_BY_ID, (statement, first) -> bindIds(statement, first, ids), row -> {
                    while (row.next()) {
                        var id = ExecutionKey.decode(row.getBytes(1));
                        belongings.put(id, belongings(row, 2, id));
                    }
                }));
        return locked.stream()
                .filter(row -> belongings.containsKey(row.execution().id()))
                .map(row -> row.with(belongings.get(row.execution().id())))
                .toList();
    }

    List<Execution> underExpiredLease(PostgresScope scope, LeaseScan scan) throws SQLException {
        var start = PageStart.of(scan);
        String namespace = scan.namespace().map(Namespace::value).orElse(null);
        var executions = new ArrayList<Execution>();
        try (var statement = scope.prepare(EXPIRED_LEASES)) {
            int next = 1;
            for (int branch = 0; branch < 2; branch++) {
                statement.setLong(next++, start.at());
                statement.setLong(next++, scan.asOf());
                statement.setLong(next++, start.at());
                statement.setBytes(next++, start.key());
                statement.setString(next++, namespace);
                statement.setString(next++, namespace);
                statement.setInt(next++, scan.limit());
            }
            statement.setInt(next, scan.limit());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    executions.add(ExecutionRow.read(row, number -> queues.byNumber(scope, number)));
                }
            }
        }
        return executions;
    }

    /** The next candidates of each scan, locked and in the order of its lane. */
    Front lockFronts(PostgresScope scope, List<ClaimScan> scans) throws SQLException {
        var polls = PostgresClaimQueries.lockFronts(scope, scans, queues, watermarks);
        var all = polls.stream().flatMap(poll -> poll.found().stream()).toList();
        long now = scope.begunAt();
        if (all.isEmpty()) {
            return new Front(
                    polls.stream()
                            .map(poll -> new LaneRows(List.of(), poll.complete()))
                            .toList(),
                    List.of(),
                    now);
        }
        scope.holdRows();
        var executions = new HashMap<Long, PostgresClaimQueries.Found>();
        all.forEach(one -> executions.put(one.seq(), one));
        var found = new HashMap<Long, CandidateRow>();
        try (var statement = scope.prepare(BELONGINGS)) {
            statement.setArray(
                    1,
                    scope.connection().createArrayOf("int8", executions.keySet().toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    long seq = row.getLong(1);
                    now = row.getLong(2);
                    var execution = executions.get(seq).execution();
                    var locked = new BareRow(seq, execution, executions.get(seq).guest());
                    var whole = locked.with(belongings(row, 3, execution.id()));
                    found.put(
                            seq,
                            new CandidateRow(whole, ContentRow.candidate(row, 4 + GrantRow.WIDTH, whole.loaded())));
                }
            }
        }
        return new Front(
                polls.stream()
                        .map(poll -> new LaneRows(
                                poll.found().stream()
                                        .map(one -> found.get(one.seq()))
                                        .toList(),
                                poll.complete()))
                        .toList(),
                all.stream().map(PostgresClaimQueries.Found::spot).toList(),
                now);
    }

    Set<Integer> withCandidates(PostgresScope scope, Collection<Integer> numbers) throws SQLException {
        return PostgresClaimQueries.withCandidates(scope, numbers, watermarks);
    }

    Optional<Execution> find(PostgresScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(FIND)) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(ExecutionRow.read(row, number -> queues.byNumber(scope, number)))
                        : Optional.empty();
            }
        }
    }

    Optional<WithResult> findWithResult(PostgresScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(FIND_WITH_RESULT)) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(new WithResult(
                                ExecutionRow.read(row, number -> queues.byNumber(scope, number)),
                                AttemptRow.readResult(row, ExecutionRow.WIDTH + 1)))
                        : Optional.empty();
            }
        }
    }

    Set<ExecutionId> settled(PostgresScope scope, Collection<ExecutionId> ids) throws SQLException {
        if (ids.size() != 1) {
            return Set.copyOf(select(scope, SETTLED, ids));
        }
        ExecutionId id = ids.iterator().next();
        return PostgresQueries.rows(scope, GOES_ON, row -> id, ExecutionKey.encode(id))
                        .isEmpty()
                ? Set.of(id)
                : Set.of();
    }

    List<ExecutionId> existing(PostgresScope scope, Collection<ExecutionId> ids) throws SQLException {
        return select(scope, EXISTING, ids);
    }

    private static List<ExecutionId> select(PostgresScope scope, String sql, Collection<ExecutionId> ids)
            throws SQLException {
        try (var statement = scope.prepare(sql)) {
            bindIds(statement, ids);
            var selected = new ArrayList<ExecutionId>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    selected.add(ExecutionKey.decode(row.getBytes(1)));
                }
            }
            return selected;
        }
    }

    /** As {@link PostgresExecutionInserts#insert}. */
    Map<ExecutionId, Long> insert(PostgresScope scope, List<Change.Created> created, Map<Wanted, Integer> numbers)
            throws SQLException {
        return inserts.insert(scope, created, numbers);
    }

    /** Of one kind, the next that have ended; whose they are is said by the rows of the executions. */
    private static String leaseEnds(EntryKind kind) {
        return """
                (SELECT x.id FROM $table x WHERE $only AND x.at >= ? AND x.at <= ? AND (x.at, x.id) > (?, ?)
                AND (?::text IS NULL OR (SELECT o.queue FROM ff.executions o WHERE o.id = x.id)
                    = ANY (ARRAY(SELECT number FROM ff.queues WHERE namespace = ?)))
                ORDER BY x.at, x.id LIMIT ?)""".replace("$table", kind.table().fullName()).replace("$only", kind.only());
    }

    private BareRow bare(PostgresScope scope, ResultSet row) throws SQLException {
        return new BareRow(
                row.getLong(SEQ),
                ExecutionRow.read(row, number -> queues.byNumber(scope, number)),
                ExecutionRow.isGuest(row));
    }

    private Belongings belongings(ResultSet row, int policy, ExecutionId id) throws SQLException {
        return new Belongings(policies.of(row.getString(policy)), GrantRow.read(row, policy + 1, id));
    }

    /** Notes that the engine has met an execution that a caller submitted in a transaction of their own. */
    static void meet(PostgresScope scope, ExecutionId id) {
        scope.later(new PipelinedStatement(MEET, (statement, first) -> {
            statement.setBytes(first, ExecutionKey.encode(id));
            return first + 1;
        }));
    }

    static void bindIds(PreparedStatement statement, Collection<ExecutionId> ids) throws SQLException {
        bindIds(statement, 1, ids);
    }

    static int bindIds(PreparedStatement statement, int first, Collection<ExecutionId> ids) throws SQLException {
        byte[][] keys = ids.stream().map(ExecutionKey::encode).toArray(byte[][]::new);
        statement.setArray(first, statement.getConnection().createArrayOf("bytea", keys));
        return first + 1;
    }
}
