package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.read.ExecutionReads.ReclaimCount;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.store.jdbc.PolicyCache;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionColumn;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.column.RetentionColumn;
import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.row.ContentRow;
import io.flowfabric.store.jdbc.row.ExecutionRow;
import io.flowfabric.store.jdbc.row.GrantRow;
import io.flowfabric.store.jdbc.row.ReclaimCountRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rows of executions: loading them for a rule, and adding them. */
public final class SqliteExecutionTable {
    /** Where the columns behind those of {@link ExecutionRow} begin: seq, policy, then the grant. */
    private static final int SEQ = ExecutionRow.WIDTH + 1;

    private static final int POLICY = SEQ + 1;
    private static final int GRANT = SEQ + 2;
    private static final int CONTENT = GRANT + GrantRow.WIDTH;

    /** Where the columns of {@link ExecutionColumn} begin in an inserted row. */
    private static final int FIRST_COLUMN = 5;

    private static final String LOADED = ExecutionRow.SELECTED + ", e.seq, c.policy, " + GrantRow.SELECTED;

    private static final String FROM = """
             FROM ff_executions e
             JOIN ff_contents c ON c.seq = e.seq
             LEFT JOIN ff_grants g ON g.seq = e.seq
            """;

    /** One execution by id, served by the unique index. */
    private static final String LOAD = "SELECT " + LOADED + FROM + "WHERE e.id = ?";

    /** A lease that has ended and awaits a reclaim; asked for each, as {@link #GOES_ON}. */
    private static final String RECLAIM_COUNT =
            "SELECT " + ReclaimCountRow.SELECTED + """
             FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq
            WHERE e.id = ? AND e.""" + StateConditions.RECLAIMABLE;

    /** Executions with what their workers need, unless it is large, by row numbers. */
    private static final String LOAD_CANDIDATES = "SELECT " + LOADED + ", " + ContentRow.SELECTED_IF_SMALL + FROM
            + "WHERE e.seq IN (SELECT value FROM json_each(?))";

    /** Executions with the size of their inputs and results, by row numbers. Neither is read for its size. */
    static final String LOAD_SIZED =
            "SELECT " + LOADED + """
            , length(c.input)
             + coalesce((SELECT sum(length(a.result)) FROM ff_attempts a WHERE a.seq = e.seq), 0)""" + FROM + "WHERE e.seq IN (SELECT value FROM json_each(?))";

    /** Served by {@code ff_executions_unrouted}, whose condition it repeats. */
    static final String LOAD_UNROUTED = "SELECT " + LOADED + FROM + "WHERE e.queue = ? AND e."
            + StateConditions.UNROUTED + " ORDER BY e.last_transition_at LIMIT ?";

    private static final String FIND =
            "SELECT " + ExecutionRow.SELECTED + ", e.seq FROM ff_executions e WHERE e.id = ?";

    /** Whether one that is stored goes on; asked for each, since nothing travels between us and the file. */
    private static final String GOES_ON =
            "SELECT 1 FROM ff_executions WHERE id = ? AND " + StateConditions.NOT_TERMINAL;

    private static final String EXISTS = "SELECT 1 FROM ff_executions WHERE id = ?";

    private static final String SEQ_OF = "SELECT seq FROM ff_executions WHERE id = ?";

    private static final RowInsert INSERT = new RowInsert(
            "INSERT INTO ff_executions",
            Stream.concat(
                            Stream.of("seq", "id", "created_at", "queue", "retention_ttl"),
                            Arrays.stream(ExecutionColumn.values()).map(ExecutionColumn::column))
                    .toList());

    /** Behind every number that is or was in use. */
    private static final String NEXT_SEQ = """
            SELECT 1 + max(coalesce((SELECT max(seq) FROM ff_executions), 0), (SELECT purged_to FROM ff_outbox))""";

    private final SqliteQueueTable queues;
    private final PolicyCache policies;

    SqliteExecutionTable(SqliteQueueTable queues, PolicyCache policies) {
        this.queues = queues;
        this.policies = policies;
    }

    /** What a rule needs to know, and the row it stands in. */
    record Row(long seq, Loaded loaded) {}

    /** As {@link Row}, with the bytes of its input and its results. */
    record SizedRow(Row row, long bytes) {}

    /** As {@link Row}, with what a worker needs besides. */
    record CandidateRow(Row row, Candidate candidate) {}

    Optional<Row> load(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(LOAD);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(read(scope, row)) : Optional.empty();
        }
    }

    List<ReclaimCount> reclaimCounts(SqlScope scope, Collection<ExecutionId> ids) throws SQLException {
        var counts = new ArrayList<ReclaimCount>();
        for (ExecutionId id : ids) {
            var statement = scope.prepare(RECLAIM_COUNT);
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                counts.addAll(ReclaimCountRow.readAll(row, policies));
            }
        }
        return counts;
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

    /** Executions with what their workers need, in the order of these row numbers. */
    List<CandidateRow> loadCandidates(SqlScope scope, List<Long> seqs) throws SQLException {
        var statement = scope.prepare(LOAD_CANDIDATES);
        statement.setString(1, RowNumbers.json(seqs));
        var found = new HashMap<Long, CandidateRow>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                var read = read(scope, row);
                found.put(read.seq(), new CandidateRow(read, ContentRow.candidate(row, CONTENT, read.loaded())));
            }
        }
        return seqs.stream().map(found::get).toList();
    }

    /** The front of one queue, as {@link #loadCandidates}; for a queue to which nothing has come back. */
    List<CandidateRow> loadFresh(SqlScope scope, ClaimScan scan) throws SQLException {
        int queue = scan.queues().get(0);
        var fresh = new FreshExecutions(queues.byNumber(scope, queue), policies);
        var places = ResultRows.of(SqliteClaimQueries.bound(scope, FreshExecutions::statement, scan), fresh::read);
        var others = places.stream()
                .filter(place -> place.plain().isEmpty())
                .map(FreshExecutions.FrontRow::seq)
                .toList();
        var loaded = others.isEmpty()
                ? Collections.<CandidateRow>emptyIterator()
                : loadCandidates(scope, others).iterator();
        var candidates = new ArrayList<CandidateRow>(places.size());
        for (var place : places) {
            candidates.add(place.plain().isPresent() ? place.plain().get() : loaded.next());
        }
        return candidates;
    }

    /** Executions with their sizes, by row number. */
    Map<Long, SizedRow> loadSized(SqlScope scope, List<Long> seqs) throws SQLException {
        if (seqs.isEmpty()) {
            return Map.of();
        }
        var statement = scope.prepare(LOAD_SIZED);
        statement.setString(1, RowNumbers.json(seqs));
        return ResultRows.of(statement, row -> new SizedRow(read(scope, row), row.getLong(CONTENT))).stream()
                .collect(Collectors.toMap(sized -> sized.row().seq(), sized -> sized));
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

    Set<ExecutionId> settled(SqlScope scope, Collection<ExecutionId> ids) throws SQLException {
        var settled = new HashSet<ExecutionId>();
        for (ExecutionId id : ids) {
            if (!finds(scope, GOES_ON, id)) {
                settled.add(id);
            }
        }
        return settled;
    }

    public boolean exists(SqlScope scope, ExecutionId id) throws SQLException {
        return finds(scope, EXISTS, id);
    }

    private static boolean finds(SqlScope scope, String sql, ExecutionId id) throws SQLException {
        var statement = scope.prepare(sql);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next();
        }
    }

    OptionalLong seqOf(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(SEQ_OF);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    /** The number that the next execution gets. */
    long nextSeq(SqlScope scope) throws SQLException {
        try (ResultSet row = scope.prepare(NEXT_SEQ).executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * Inserts executions, the first in this row and the others behind it.
     *
     * @param numbers the numbers of their queues
     */
    void insert(WriteScope scope, long firstSeq, List<Change.Created> created, Map<Wanted, Integer> numbers)
            throws SQLException {
        var rows = new ArrayList<@Nullable Object[]>(created.size());
        var counts = new HashMap<Integer, Long>();
        for (var one : created) {
            int queue = numbers.get(Wanted.of(one));
            rows.add(row(firstSeq + rows.size(), one, queue));
            counts.merge(queue, 1L, Long::sum);
        }
        INSERT.run(scope, rows);
        SqliteQueueCounts.add(scope, counts);
    }

    private static @Nullable Object[] row(long seq, Change.Created created, int queue) {
        var e = created.after();
        var columns = ExecutionColumn.values();
        var row = new @Nullable Object[FIRST_COLUMN + columns.length];
        row[0] = seq;
        row[1] = ExecutionKey.encode(e.id());
        row[2] = e.timing().createdAt();
        row[3] = queue;
        row[4] = RetentionColumn.of(created.submission().policy());
        for (ExecutionColumn column : columns) {
            row[FIRST_COLUMN + column.ordinal()] = column.of(e);
        }
        return row;
    }

    private Row read(SqlScope scope, ResultSet row) throws SQLException {
        var execution = ExecutionRow.read(row, number -> queues.byNumber(scope, number));
        Optional<Grant> grant = GrantRow.read(row, GRANT, execution.id());
        return new Row(
                row.getLong(SEQ),
                new Loaded(execution, policies.of(row.getString(POLICY)), grant, Membership.STANDALONE));
    }
}
