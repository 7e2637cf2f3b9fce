package io.flowfabric.store.sqlite;

import static java.util.stream.Collectors.joining;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.store.jdbc.AttemptRow;
import io.flowfabric.store.jdbc.ChangeColumns;
import io.flowfabric.store.jdbc.Columns;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** The hot rows: loading them for a rule, and writing what a change of each kind changes. */
final class ExecutionTable {
    /** Where the columns behind those of {@link ExecutionRow} begin: seq, policy, then the grant. */
    private static final int SEQ = ExecutionRow.WIDTH + 1;

    private static final int POLICY = SEQ + 1;
    private static final int GRANT = SEQ + 2;
    private static final int CONTENT = GRANT + GrantTable.WIDTH;

    private static final String LOADED = ExecutionRow.SELECTED + ", e.seq, c.policy, " + GrantTable.SELECTED;

    private static final String FROM = """
             FROM ff_executions e
             JOIN ff_contents c ON c.seq = e.seq
             LEFT JOIN ff_grants g ON g.seq = e.seq
            """;

    /** One execution by id, served by the unique index. */
    private static final String LOAD = "SELECT " + LOADED + FROM + "WHERE e.id = ?";

    /** One execution with what its worker needs, by row number. */
    private static final String LOAD_CANDIDATE =
            "SELECT " + LOADED + ", " + ContentTable.SELECTED + FROM + "WHERE e.seq = ?";

    /** Served by {@code ff_executions_unrouted}, whose condition it repeats. */
    static final String LOAD_UNROUTED = "SELECT " + LOADED + FROM
            + "WHERE e.queue = ? AND e.vector BETWEEN 80 AND 89 ORDER BY e.last_transition_at LIMIT ?";

    private static final String FIND =
            "SELECT " + ExecutionRow.SELECTED + ", e.seq FROM ff_executions e WHERE e.id = ?";

    private static final String EXISTS = "SELECT 1 FROM ff_executions WHERE id = ?";

    private static final String SEQ_OF = "SELECT seq FROM ff_executions WHERE id = ?";

    private static final String INSERT = Arrays.stream(ExecutionColumn.values())
            .map(ExecutionColumn::column)
            .collect(joining(
                    ", ",
                    "INSERT INTO ff_executions (id, created_at, flow_id, queue, retention_ttl, ",
                    ") VALUES (?, ?, ?, ?, ?" + ", ?".repeat(ExecutionColumn.values().length) + ")"));

    private static final String ADD_ATTEMPT = "INSERT INTO ff_attempts (seq, " + AttemptRow.COLUMNS + ") VALUES (?"
            + ", ?".repeat(AttemptRow.COLUMNS.split(",").length) + ")";

    private final QueueTable queues;
    private final PolicyCache policies;

    /** The statements that update these columns; SQLite looks at the indexes of every column that is set. */
    private final Map<List<ExecutionColumn>, String> updates = new ConcurrentHashMap<>();

    private final Map<List<ExecutionColumn>, String> updatesOfCopies = new ConcurrentHashMap<>();

    ExecutionTable(QueueTable queues, PolicyCache policies) {
        this.queues = queues;
        this.policies = policies;
    }

    /** What a rule needs to know, and the row it stands in. */
    record Row(long seq, Loaded loaded) {}

    /** As {@link Row}, with what a worker needs besides. */
    record CandidateRow(Row row, ExecutionContent content) {}

    Optional<Row> load(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(LOAD);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(read(scope, row)) : Optional.empty();
        }
    }

    /** Executions of a queue that are blocked by route, by the time they were blocked. */
    List<Row> loadUnrouted(SqlScope scope, int queue, int limit) throws SQLException {
        var statement = scope.prepare(LOAD_UNROUTED);
        Columns.bindAll(statement, queue, limit);
        var rows = new ArrayList<Row>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                rows.add(read(scope, row));
            }
        }
        return rows;
    }

    CandidateRow loadCandidate(SqlScope scope, long seq) throws SQLException {
        var statement = scope.prepare(LOAD_CANDIDATE);
        statement.setLong(1, seq);
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return new CandidateRow(read(scope, row), ContentTable.read(row, CONTENT));
        }
    }

    Optional<Execution> find(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(FIND);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? Optional.of(ExecutionRow.read(row, number -> queues.byNumber(scope, number)))
                    : Optional.empty();
        }
    }

    /** Every execution of a query that selects {@link ExecutionRow#SELECTED} first. */
    List<Execution> readAll(SqlScope scope, PreparedStatement query) throws SQLException {
        var executions = new ArrayList<Execution>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                executions.add(ExecutionRow.read(row, number -> queues.byNumber(scope, number)));
            }
        }
        return executions;
    }

    boolean exists(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(EXISTS);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next();
        }
    }

    long seqOf(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(SEQ_OF);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new IllegalStateException("Execution " + id + " was changed but is not stored");
            }
            return row.getLong(1);
        }
    }

    void insert(WriteScope scope, Execution e, ExecutionPolicy policy) throws SQLException {
        var statement = scope.prepare(INSERT);
        int queue = queues.intern(scope, e.identity(), e.timing().createdAt());
        Columns.bindAll(
                statement,
                ExecutionKey.encode(e.id()),
                e.timing().createdAt(),
                null,
                queue,
                RetentionColumn.of(policy));
        bind(statement, 6, List.of(ExecutionColumn.values()), e);
        statement.executeUpdate();
    }

    void update(SqlScope scope, long seq, Change.OfExecution change) throws SQLException {
        var columns = ChangeColumns.moved(List.of(change));
        var statement = scope.prepare(updates.computeIfAbsent(columns, ExecutionTable::updateOf));
        int next = bind(statement, 1, columns, change.after());
        statement.setLong(next, seq);
        statement.setLong(next + 1, change.before().version());
        if (statement.executeUpdate() != 1) {
            throw new IllegalStateException("Execution %s is not at version %d, on which a change was decided"
                    .formatted(change.before().id(), change.before().version()));
        }
    }

    /** Updates an execution that is still at the version of a copy; answers its row number. */
    OptionalLong updateIfCurrent(SqlScope scope, Change.OfExecution change) throws SQLException {
        var columns = ChangeColumns.moved(List.of(change));
        var statement = scope.prepare(updatesOfCopies.computeIfAbsent(columns, ExecutionTable::updateOfCopy));
        int next = bind(statement, 1, columns, change.after());
        statement.setBytes(next, ExecutionKey.encode(change.after().id()));
        statement.setLong(next + 1, change.before().version());
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    private static String updateOf(List<ExecutionColumn> columns) {
        return set(columns) + " WHERE seq = ? AND version = ?";
    }

    private static String updateOfCopy(List<ExecutionColumn> columns) {
        return set(columns) + " WHERE id = ? AND version = ? RETURNING seq";
    }

    private static String set(List<ExecutionColumn> columns) {
        return columns.stream()
                .map(column -> column.column() + " = ?")
                .collect(joining(", ", "UPDATE ff_executions SET ", ""));
    }

    void addAttempt(SqlScope scope, long seq, Attempt ended) throws SQLException {
        var statement = scope.prepare(ADD_ATTEMPT);
        statement.setLong(1, seq);
        var values = AttemptRow.values(ended);
        for (int i = 0; i < values.length; i++) {
            Columns.bind(statement, i + 2, values[i]);
        }
        statement.executeUpdate();
    }

    private Row read(SqlScope scope, ResultSet row) throws SQLException {
        var execution = ExecutionRow.read(row, number -> queues.byNumber(scope, number));
        Optional<Grant> grant = GrantTable.read(row, GRANT, execution.id());
        return new Row(
                row.getLong(SEQ),
                new Loaded(execution, policies.of(row.getString(POLICY)), grant, Membership.STANDALONE));
    }

    private static int bind(PreparedStatement statement, int first, List<ExecutionColumn> columns, Execution e)
            throws SQLException {
        int next = first;
        for (ExecutionColumn column : columns) {
            Columns.bind(statement, next++, column.of(e));
        }
        return next;
    }
}
