package io.flowfabric.store.postgres;

import static java.util.stream.Collectors.joining;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.engine.store.ExecutionReads.LeaseScan;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.AttemptRow;
import io.flowfabric.store.jdbc.ChangeColumns;
import io.flowfabric.store.jdbc.ColumnType;
import io.flowfabric.store.jdbc.ExecutionColumn;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.ExecutionRow;
import io.flowfabric.store.jdbc.PolicyCache;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The hot rows: loading and locking sets of them, and writing what changes of each kind change. */
final class PgExecutionTable {
    /** Where the columns behind those of {@link ExecutionRow} begin: seq, policy, then the grant and the content. */
    private static final int SEQ = ExecutionRow.WIDTH + 1;

    private static final int POLICY = SEQ + 1;
    private static final int GRANT = SEQ + 2;
    private static final int CONTENT = GRANT + PgGrantTable.WIDTH;

    private static final String LOADED = ExecutionRow.SELECTED + ", e.seq, c.policy, " + PgGrantTable.SELECTED;

    /** Locks rows in the order of their ids, so that two transactions cannot wait for each other in a circle. */
    private static final String LOCK = "SELECT " + LOADED + """
             FROM ff.executions e
             JOIN ff.contents c ON c.seq = e.seq
             LEFT JOIN ff.grants g ON g.seq = e.seq
            WHERE e.id = ANY (?) ORDER BY e.id FOR UPDATE OF e""";

    /** Rows that this transaction has locked before, with what a worker needs to run them. */
    private static final String LOAD_CANDIDATES = "SELECT " + LOADED + ", " + PgContentTable.SELECTED + """
             FROM ff.executions e
             JOIN ff.contents c ON c.seq = e.seq
             LEFT JOIN ff.grants g ON g.seq = e.seq
            WHERE e.seq = ANY (?) ORDER BY e.rank, e.created_at, e.id""";

    /** The longest blocked of each queue, from {@code executions_unrouted}. */
    private static final String LOCK_UNROUTED = "SELECT " + LOADED + """
             FROM unnest(?::int4[]) AS q (number), LATERAL (
                SELECT * FROM ff.executions WHERE queue = q.number AND vector BETWEEN 80 AND 89
                ORDER BY last_transition_at LIMIT ? FOR UPDATE SKIP LOCKED) e
             JOIN ff.contents c ON c.seq = e.seq
             LEFT JOIN ff.grants g ON g.seq = e.seq
            LIMIT ?""";

    private static final String DUE = " AND lease_expires_at >= ? AND lease_expires_at <= ?"
            + " AND (lease_expires_at, id) > (?, ?)"
            + " AND (?::text IS NULL OR queue IN (SELECT number FROM ff.queues WHERE namespace = ?))";

    /** Expired leases: those nobody has marked and those that were, each from an index of its own. */
    private static final String EXPIRED_LEASES = "SELECT " + ExecutionRow.SELECTED + " FROM ff.executions e JOIN ("
            + "(SELECT seq FROM ff.executions WHERE vector = 114" + DUE + " ORDER BY lease_expires_at, id LIMIT ?)"
            + " UNION ALL "
            + "(SELECT seq FROM ff.executions WHERE vector = 123" + DUE + " ORDER BY lease_expires_at, id LIMIT ?)"
            + ") due ON due.seq = e.seq ORDER BY e.lease_expires_at, e.id LIMIT ?";

    private static final byte[] BEFORE_ALL = new byte[0];

    private static final String FIND = "SELECT " + ExecutionRow.SELECTED + " FROM ff.executions e WHERE e.id = ?";

    private static final String EXISTING = "SELECT id FROM ff.executions WHERE id = ANY (?)";

    private static final List<ColumnType> INSERTED = Stream.concat(
                    Stream.of(ColumnType.BYTES, ColumnType.BIGINT, ColumnType.INTEGER, ColumnType.BIGINT),
                    Arrays.stream(ExecutionColumn.values()).map(ExecutionColumn::type))
            .toList();

    private static final String INSERT = Arrays.stream(ExecutionColumn.values())
            .map(ExecutionColumn::column)
            .collect(joining(
                    ", ",
                    "INSERT INTO ff.executions (id, created_at, queue, retention_ttl, ",
                    ") SELECT * FROM unnest(" + ArrayRows.parameters(INSERTED)
                            + ") RETURNING id, seq, pg_current_xact_id()::text"));

    private static final Map<Class<? extends Change.OfExecution>, Update> UPDATES = ChangeColumns.kinds().stream()
            .collect(Collectors.toMap(kind -> kind, kind -> Update.of(ChangeColumns.of(kind))));

    private static final List<ColumnType> ATTEMPT_TYPES = Stream.concat(
                    Stream.of(ColumnType.BIGINT), AttemptRow.TYPES.stream())
            .toList();

    private static final String ADD_ATTEMPTS = "INSERT INTO ff.attempts (seq, " + AttemptRow.COLUMNS
            + ") SELECT * FROM unnest(" + ArrayRows.parameters(ATTEMPT_TYPES) + ")";

    private final PgQueueTable queues;
    private final PolicyCache policies = new PolicyCache();

    PgExecutionTable(PgQueueTable queues) {
        this.queues = queues;
    }

    /** What a rule needs to know, and the row it stands in. */
    record Row(long seq, Loaded loaded) {}

    /** As {@link Row}, with what a worker needs besides. */
    record CandidateRow(Row row, ExecutionContent content) {}

    /** The statement for one kind of change: it applies to the versions the changes were decided on. */
    private record Update(List<ExecutionColumn> columns, List<ColumnType> types, String sql) {
        static Update of(List<ExecutionColumn> columns) {
            var types = Stream.concat(
                            Stream.of(ColumnType.BIGINT, ColumnType.BIGINT),
                            columns.stream().map(ExecutionColumn::type))
                    .toList();
            String names = columns.stream().map(column -> "_" + column.column()).collect(joining(", "));
            String sql = columns.stream()
                    .map(column -> column.column() + " = u._" + column.column())
                    .collect(joining(
                            ", ",
                            "UPDATE ff.executions e SET ",
                            " FROM unnest(" + ArrayRows.parameters(types) + ") AS u (seq, at_version, " + names
                                    + ") WHERE e.seq = u.seq AND e.version = u.at_version"
                                    + " RETURNING e.seq, pg_current_xact_id()::text"));
            return new Update(columns, types, sql);
        }
    }

    List<Row> lock(PgScope scope, Collection<ExecutionId> ids) throws SQLException {
        var rows = new ArrayList<Row>();
        try (var statement = scope.prepare(LOCK)) {
            bindIds(statement, ids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(read(scope, row));
                }
            }
        }
        return rows;
    }

    List<Row> lockUnrouted(PgScope scope, List<Integer> wanted, int limit) throws SQLException {
        var rows = new ArrayList<Row>();
        try (var statement = scope.prepare(LOCK_UNROUTED)) {
            statement.setArray(1, scope.connection().createArrayOf("int4", wanted.toArray()));
            statement.setInt(2, limit);
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(read(scope, row));
                }
            }
        }
        return rows;
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

    List<CandidateRow> loadCandidates(PgScope scope, List<Long> seqs) throws SQLException {
        var rows = new ArrayList<CandidateRow>();
        try (var statement = scope.prepare(LOAD_CANDIDATES)) {
            statement.setArray(1, scope.connection().createArrayOf("int8", seqs.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(new CandidateRow(read(scope, row), PgContentTable.read(row, CONTENT)));
                }
            }
        }
        return rows;
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

    List<ExecutionId> existing(PgScope scope, Collection<ExecutionId> ids) throws SQLException {
        try (var statement = scope.prepare(EXISTING)) {
            bindIds(statement, ids);
            var taken = new ArrayList<ExecutionId>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    taken.add(ExecutionKey.decode(row.getBytes(1)));
                }
            }
            return taken;
        }
    }

    /** Inserts executions; answers the row numbers they got. */
    Map<ExecutionId, Long> insert(PgScope scope, List<Change.Created> created) throws SQLException {
        var rows = new ArrayRows(INSERTED);
        for (Change.Created one : created) {
            Execution e = one.after();
            int queue = queues.intern(scope, e.identity(), e.timing().createdAt());
            rows.add(values(
                    List.of(ExecutionColumn.values()),
                    e,
                    ExecutionKey.encode(e.id()),
                    e.timing().createdAt(),
                    queue,
                    RetentionColumn.of(one.submission().policy())));
        }
        var seqs = new HashMap<ExecutionId, Long>();
        try (var statement = scope.prepare(INSERT)) {
            rows.bind(statement, 1);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    seqs.put(ExecutionKey.decode(row.getBytes(1)), row.getLong(2));
                    scope.transactionId(row.getString(3));
                }
            }
        }
        scope.leaves(created.get(0).after());
        return seqs;
    }

    /** Applies changes of one kind to different executions. */
    void update(PgScope scope, List<? extends Change.OfExecution> changes, Map<ExecutionId, Long> seqs)
            throws SQLException {
        var update = UPDATES.get(changes.get(0).getClass());
        var rows = new ArrayRows(update.types());
        for (Change.OfExecution change : changes) {
            rows.add(values(
                    update.columns(),
                    change.after(),
                    seqs.get(change.after().id()),
                    change.before().version()));
        }
        int updated = 0;
        try (var statement = scope.prepare(update.sql())) {
            rows.bind(statement, 1);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    updated++;
                    scope.transactionId(row.getString(2));
                }
            }
        }
        scope.leaves(changes.get(0).after());
        if (updated != changes.size()) {
            throw new IllegalStateException("%d of %d executions were at the version their change was decided on"
                    .formatted(updated, changes.size()));
        }
    }

    void addAttempts(PgScope scope, Map<Long, Attempt> ended) throws SQLException {
        var rows = new ArrayRows(ATTEMPT_TYPES);
        ended.forEach(
                (seq, attempt) -> rows.add(Stream.concat(Stream.of(seq), Arrays.stream(AttemptRow.values(attempt)))
                        .toArray()));
        try (var statement = scope.prepare(ADD_ATTEMPTS)) {
            rows.bind(statement, 1);
            statement.executeUpdate();
        }
    }

    private Row read(PgScope scope, ResultSet row) throws SQLException {
        var execution = ExecutionRow.read(row, number -> queues.byNumber(scope, number));
        return new Row(
                row.getLong(SEQ),
                new Loaded(
                        execution,
                        policies.of(row.getString(POLICY)),
                        PgGrantTable.read(row, GRANT, execution.id()),
                        Membership.STANDALONE));
    }

    private static Object[] values(List<ExecutionColumn> columns, Execution e, Object... first) {
        var values = Arrays.copyOf(first, first.length + columns.size());
        for (int i = 0; i < columns.size(); i++) {
            values[first.length + i] = columns.get(i).of(e);
        }
        return values;
    }

    static void bindIds(PreparedStatement statement, Collection<ExecutionId> ids) throws SQLException {
        byte[][] keys = ids.stream().map(ExecutionKey::encode).toArray(byte[][]::new);
        statement.setArray(1, statement.getConnection().createArrayOf("bytea", keys));
    }
}
