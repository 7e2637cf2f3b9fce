package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.engine.store.Candidate;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.ExecutionReads.LeaseScan;
import io.flowfabric.engine.store.ExecutionReads.ReclaimCount;
import io.flowfabric.engine.store.ExecutionReads.WithResult;
import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.store.jdbc.ColumnType;
import io.flowfabric.store.jdbc.ExecutionColumn;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.ExecutionRow;
import io.flowfabric.store.jdbc.PolicyCache;
import io.flowfabric.store.jdbc.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.ReclaimCountRow;
import io.flowfabric.store.jdbc.RetentionColumn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The rows of executions: loading and locking sets of them, and adding them. */
final class PgExecutionTable {
    /** Where the columns behind those of {@link ExecutionRow} begin: seq, policy, then the grant. */
    private static final int SEQ = ExecutionRow.WIDTH + 1;

    private static final int POLICY = SEQ + 1;

    private static final String WITH_BELONGINGS = """
             FROM ff.executions e
             JOIN ff.contents c ON c.seq = e.seq
             LEFT JOIN ff.grants g ON g.seq = e.seq
            WHERE e.id = ANY (?)""";

    private static final String LOAD =
            "SELECT " + ExecutionRow.SELECTED + ", e.seq, c.policy, " + PgGrantTable.SELECTED + WITH_BELONGINGS;

    /** Leases that have ended and await a reclaim, without their wide rows. */
    private static final String RECLAIM_COUNTS = "SELECT " + ReclaimCountRow.SELECTED + """
             FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq
            WHERE e.id = ANY (?) AND e.vector BETWEEN 120 AND 139""";

    /**
     * Locks rows in the order of their ids, so that two transactions cannot wait for each other in a circle. A statement
     * that waited for a row goes on with the snapshot of its begin, so it names no other table: what belongs to the rows
     * is read by the next statement, in the same round trip.
     */
    private static final String LOCK = "SELECT " + ExecutionRow.SELECTED
            + ", e.seq FROM ff.executions e WHERE e.id = ANY (?) ORDER BY e.id FOR UPDATE";

    /** What belongs to rows that the statement before has locked. */
    private static final String BELONGINGS_BY_ID = "SELECT e.id, c.policy, " + PgGrantTable.SELECTED + WITH_BELONGINGS;

    /** As {@link #BELONGINGS_BY_ID}, with the server's time and what a worker needs to run them, unless it is large. */
    private static final String BELONGINGS = "SELECT c.seq, " + ServerClock.MILLIS + ", c.policy, "
            + PgGrantTable.SELECTED + ", " + PgContentTable.SELECTED_IF_SMALL + """
             FROM ff.contents c LEFT JOIN ff.grants g ON g.seq = c.seq
            WHERE c.seq = ANY (?)""";

    /** The longest blocked of each queue, from {@code executions_unrouted}. */
    private static final String LOCK_UNROUTED = "SELECT " + ExecutionRow.SELECTED + ", e.seq" + """
             FROM unnest(?::int4[]) AS q (number), LATERAL (
                SELECT * FROM ff.executions WHERE queue = q.number AND vector BETWEEN 80 AND 89
                ORDER BY last_transition_at LIMIT ? FOR UPDATE SKIP LOCKED) e
            LIMIT ?""";

    private static final String DUE = " AND lease_expires_at >= ? AND lease_expires_at <= ?"
            + " AND (lease_expires_at, id) > (?, ?)"
            + " AND (?::text IS NULL OR queue IN (SELECT number FROM ff.queues WHERE namespace = ?))";

    /** Expired leases: those nobody has marked and those that were, each from an index of its own. */
    private static final String EXPIRED_LEASES = "SELECT " + ExecutionRow.SELECTED + " FROM ff.executions e JOIN ("
            + "(SELECT id FROM ff.executions WHERE vector = 114" + DUE + " ORDER BY lease_expires_at, id LIMIT ?)"
            + " UNION ALL "
            + "(SELECT id FROM ff.executions WHERE vector = 123" + DUE + " ORDER BY lease_expires_at, id LIMIT ?)"
            + ") due ON due.id = e.id ORDER BY e.lease_expires_at, e.id LIMIT ?";

    private static final byte[] BEFORE_ALL = new byte[0];

    private static final String FIND = "SELECT " + ExecutionRow.SELECTED + " FROM ff.executions e WHERE e.id = ?";

    private static final String FIND_WITH_RESULT = "SELECT " + ExecutionRow.SELECTED + ", " + PgAttemptTable.RESULT
            + " FROM ff.executions e LEFT JOIN ff.attempts a ON a.seq = e.seq AND a.result IS NOT NULL WHERE e.id = ?";

    /** Those that nobody finds going on, each looked up in {@code executions_id}. */
    static final String SETTLED = """
            SELECT w.id FROM unnest(?::bytea[]) AS w (id)
            WHERE NOT EXISTS (SELECT 1 FROM ff.executions e WHERE e.id = w.id AND e.vector < 150)""";

    /** As {@link #SETTLED} of a single one, which most wait for: the server keeps this plan and makes that anew each time. */
    private static final String GOES_ON = "SELECT 1 FROM ff.executions WHERE id = ? AND vector < 150";

    private static final String MEET =
            "UPDATE ff.executions SET vector = vector + " + VectorCode.met(0) + " WHERE id = ? AND vector IN (19, 29)";

    private static final String EXISTING = "SELECT id FROM ff.executions WHERE id = ANY (?)";

    private static final BulkInsert CREATE = new BulkInsert(
            "ff.executions",
            Stream.concat(
                            Stream.of("id", "created_at", "queue", "retention_ttl"),
                            Arrays.stream(ExecutionColumn.values()).map(ExecutionColumn::column))
                    .toList(),
            Stream.concat(
                            Stream.of(ColumnType.BYTES, ColumnType.BIGINT, ColumnType.INTEGER, ColumnType.BIGINT),
                            Arrays.stream(ExecutionColumn.values()).map(ExecutionColumn::type))
                    .toList(),
            " RETURNING id, seq, (SELECT pg_current_xact_id()::text)");

    private final PgQueueTable queues;
    private final Watermarks watermarks;
    private final PolicyCache policies = new PolicyCache();

    PgExecutionTable(PgQueueTable queues, Watermarks watermarks) {
        this.queues = queues;
        this.watermarks = watermarks;
    }

    /**
     * What a rule needs to know, and the row it stands in.
     *
     * @param guest it was submitted in a caller's transaction and is met for the first time
     */
    record Row(long seq, Loaded loaded, boolean guest) {}

    /** As {@link Row}, with what a worker needs besides. */
    record CandidateRow(Row row, Candidate candidate) {}

    /**
     * Candidates.
     *
     * @param lanes those of each look
     * @param spots where they stand
     * @param serverMillis the server's time when all of them were locked
     */
    record Front(List<LaneRows> lanes, List<Watermarks.Spot> spots, long serverMillis) {}

    /**
     * The candidates of one look, in the order of its lane.
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
    Optional<Loaded> load(PgScope scope, ExecutionId id) throws SQLException {
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

    List<ReclaimCount> reclaimCounts(PgScope scope, Collection<ExecutionId> ids) throws SQLException {
        try (var statement = scope.prepare(RECLAIM_COUNTS)) {
            bindIds(statement, ids);
            try (ResultSet row = statement.executeQuery()) {
                return ReclaimCountRow.readAll(row, policies);
            }
        }
    }

    List<Row> lock(PgScope scope, Collection<ExecutionId> ids) throws SQLException {
        return lock(scope, LOCK, ids);
    }

    /** Those that nobody else holds locked. */
    List<Row> tryLock(PgScope scope, Collection<ExecutionId> ids) throws SQLException {
        return lock(scope, LOCK + " SKIP LOCKED", ids);
    }

    private List<Row> lock(PgScope scope, String sql, Collection<ExecutionId> ids) throws SQLException {
        var locked = new ArrayList<BareRow>();
        scope.later(new Step(sql, (statement, first) -> bindIds(statement, first, ids), rows -> {
            while (rows.next()) {
                scope.holdRows();
                locked.add(bare(scope, rows));
            }
        }));
        return withBelongings(scope, locked, ids);
    }

    List<Row> lockUnrouted(PgScope scope, List<Integer> wanted, int limit) throws SQLException {
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
    private List<Row> withBelongings(PgScope scope, List<BareRow> locked, Collection<ExecutionId> ids)
            throws SQLException {
        var belongings = new HashMap<ExecutionId, Belongings>();
        scope.now(new Step(BELONGINGS_BY_ID, (statement, first) -> bindIds(statement, first, ids), row -> {
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

    List<Execution> underExpiredLease(PgScope scope, LeaseScan scan) throws SQLException {
        long from = scan.after().map(after -> after.expiresAtMs()).orElse(Long.MIN_VALUE);
        byte[] behind = scan.after()
                .map(after -> ExecutionKey.encode(after.executionId()))
                .orElse(BEFORE_ALL);
        String namespace = scan.namespace().map(Namespace::value).orElse(null);
        var executions = new ArrayList<Execution>();
        try (var statement = scope.prepare(EXPIRED_LEASES)) {
            int next = 1;
            for (int branch = 0; branch < 2; branch++) {
                statement.setLong(next++, from);
                statement.setLong(next++, scan.asOf());
                statement.setLong(next++, from);
                statement.setBytes(next++, behind);
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

    /** The next candidates of each look, locked and in the order of its lane. */
    Front lockFronts(PgScope scope, List<ClaimScan> scans) throws SQLException {
        var looks = PgClaimQueries.lockFronts(scope, scans, queues, watermarks);
        var all = looks.stream().flatMap(look -> look.found().stream()).toList();
        long now = scope.begunAt();
        if (all.isEmpty()) {
            return new Front(
                    looks.stream()
                            .map(look -> new LaneRows(List.of(), look.complete()))
                            .toList(),
                    List.of(),
                    now);
        }
        scope.holdRows();
        var executions = new HashMap<Long, PgClaimQueries.Found>();
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
                            new CandidateRow(
                                    whole, PgContentTable.candidate(row, 4 + PgGrantTable.WIDTH, whole.loaded())));
                }
            }
        }
        return new Front(
                looks.stream()
                        .map(look -> new LaneRows(
                                look.found().stream()
                                        .map(one -> found.get(one.seq()))
                                        .toList(),
                                look.complete()))
                        .toList(),
                all.stream().map(PgClaimQueries.Found::spot).toList(),
                now);
    }

    Set<Integer> withCandidates(PgScope scope, Collection<Integer> numbers) throws SQLException {
        return PgClaimQueries.withCandidates(scope, numbers, watermarks);
    }

    Optional<Execution> find(PgScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(FIND)) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(ExecutionRow.read(row, number -> queues.byNumber(scope, number)))
                        : Optional.empty();
            }
        }
    }

    Optional<WithResult> findWithResult(PgScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(FIND_WITH_RESULT)) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(new WithResult(
                                ExecutionRow.read(row, number -> queues.byNumber(scope, number)),
                                PgAttemptTable.readResult(row, ExecutionRow.WIDTH + 1)))
                        : Optional.empty();
            }
        }
    }

    Set<ExecutionId> settled(PgScope scope, Collection<ExecutionId> ids) throws SQLException {
        if (ids.size() != 1) {
            return Set.copyOf(select(scope, SETTLED, ids));
        }
        ExecutionId id = ids.iterator().next();
        return Queries.rows(scope, GOES_ON, row -> id, ExecutionKey.encode(id)).isEmpty() ? Set.of(id) : Set.of();
    }

    List<ExecutionId> existing(PgScope scope, Collection<ExecutionId> ids) throws SQLException {
        return select(scope, EXISTING, ids);
    }

    private static List<ExecutionId> select(PgScope scope, String sql, Collection<ExecutionId> ids)
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

    /**
     * Inserts executions; answers the row numbers they got. They are counted in the same round trip, and before.
     *
     * @param numbers the numbers of their queues
     */
    Map<ExecutionId, Long> insert(PgScope scope, List<Change.Created> created, Map<Wanted, Integer> numbers)
            throws SQLException {
        var counts = new TreeMap<Integer, Long>();
        created.forEach(one -> counts.merge(numbers.get(Wanted.of(one)), 1L, Long::sum));
        PgQueueCounts.created(scope, counts, queues::forgetNumbers);
        var rows = CREATE.rows();
        for (Change.Created one : created) {
            Execution e = one.after();
            rows.add(values(
                    e,
                    scope.isCallers(),
                    ExecutionKey.encode(e.id()),
                    e.timing().createdAt(),
                    numbers.get(Wanted.of(one)),
                    RetentionColumn.of(one.submission().policy())));
        }
        var seqs = new HashMap<ExecutionId, Long>();
        scope.now(CREATE.step(rows, row -> {
            while (row.next()) {
                seqs.put(ExecutionKey.decode(row.getBytes(1)), row.getLong(2));
                scope.transactionId(row.getString(3));
            }
        }));
        scope.leaves(created.get(0).after());
        return seqs;
    }

    private BareRow bare(PgScope scope, ResultSet row) throws SQLException {
        return new BareRow(
                row.getLong(SEQ),
                ExecutionRow.read(row, number -> queues.byNumber(scope, number)),
                ExecutionRow.isGuest(row));
    }

    private Belongings belongings(ResultSet row, int policy, ExecutionId id) throws SQLException {
        return new Belongings(policies.of(row.getString(policy)), PgGrantTable.read(row, policy + 1, id));
    }

    /** Notes that the engine has met an execution that a caller submitted in a transaction of their own. */
    static void meet(PgScope scope, ExecutionId id) {
        scope.later(new Step(MEET, (statement, first) -> {
            statement.setBytes(first, ExecutionKey.encode(id));
            return first + 1;
        }));
    }

    private static Object[] values(Execution e, boolean guest, Object... first) {
        var columns = ExecutionColumn.values();
        var values = Arrays.copyOf(first, first.length + columns.length);
        for (int i = 0; i < columns.length; i++) {
            values[first.length + i] = columns[i].of(e);
        }
        if (guest) {
            values[first.length + ExecutionColumn.VECTOR.ordinal()] = VectorCode.asGuest(VectorCode.of(e.vector()));
        }
        return values;
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
