package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.ExecutionKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The front of the queues of a lane: one short index scan per queue and index, merged in the order of the lane. */
final class ClaimQueries {
    private static final String KEYS = "SELECT seq, rank, created_at, id FROM ff_executions ";

    private static final String BEHIND = " AND (rank, created_at, id) > (?, ?, ?)";

    private static final String IN_ORDER = " ORDER BY rank, created_at, id LIMIT ?";

    /** First submissions, from {@code ff_executions_fresh}; the conditions are word for word those of the index. */
    static final String FRESH = KEYS + "INDEXED BY ff_executions_fresh WHERE queue = ? AND vector = 10";

    /** What came back, from {@code ff_executions_returned}. */
    static final String RETURNED = KEYS
            + "INDEXED BY ff_executions_returned WHERE queue = ? AND ("
            + "vector BETWEEN 11 AND 13 OR vector BETWEEN 80 AND 83 OR vector = 123 OR vector = 133)";

    /** Only the eligible of {@link #RETURNED}; the planner accepts the index because its own condition stands there too. */
    static final String ELIGIBLE_RETURNED = RETURNED + " AND vector < 20";

    /** The first entry of each queue in each of the indexes. */
    static final String WITH_CANDIDATES = "SELECT q.value FROM json_each(?) q WHERE EXISTS (" + ofQueue(FRESH)
            + ") OR EXISTS (" + ofQueue(RETURNED) + ")";

    /** Beyond so many queues those without candidates are left out first: a statement of each costs more than one of all. */
    private static final int FEW_QUEUES = 4;

    private static final String WITHIN = " AND id > ? AND id <= ?";

    private record Key(long seq, int rank, long createdAt, byte[] id) {}

    private static final Comparator<Key> LANE_ORDER = Comparator.comparingInt(Key::rank)
            .thenComparingLong(Key::createdAt)
            .thenComparing(Key::id, Arrays::compareUnsigned);

    private ClaimQueries() {}

    private static String ofQueue(String index) {
        return index.replace("queue = ?", "queue = q.value");
    }

    /** Those of some queues that have candidates. */
    static Set<Integer> withCandidates(SqlScope scope, Collection<Integer> queues) throws SQLException {
        var found = new HashSet<Integer>();
        var statement = scope.prepare(WITH_CANDIDATES);
        statement.setString(1, RowNumbers.json(queues));
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                found.add(row.getInt(1));
            }
        }
        return found;
    }

    /** Row numbers of the next candidates, in the order of the lane. */
    static List<Long> front(SqlScope scope, ClaimScan scan) throws SQLException {
        var keys = new ArrayList<Key>();
        for (int queue : worthReading(scope, scan)) {
            read(scope, FRESH, queue, scan, keys);
            read(scope, RETURNED, queue, scan, keys);
        }
        keys.sort(LANE_ORDER);
        return keys.stream().limit(scan.limit()).map(Key::seq).toList();
    }

    private static Collection<Integer> worthReading(SqlScope scope, ClaimScan scan) throws SQLException {
        return scan.queues().size() <= FEW_QUEUES ? scan.queues() : withCandidates(scope, scan.queues());
    }

    /** Ids of the eligible executions of some queues that lie between two keys, in the order of the lane. */
    static List<ExecutionId> eligible(SqlScope scope, List<Integer> queues, byte[] behind, byte[] upTo, int limit)
            throws SQLException {
        var keys = new ArrayList<Key>();
        for (int queue : queues) {
            for (String index : List.of(FRESH, ELIGIBLE_RETURNED)) {
                var statement = scope.prepare(eligibleStatement(index));
                Columns.bindAll(statement, queue, behind, upTo, limit);
                collect(statement, keys);
            }
        }
        keys.sort(LANE_ORDER);
        return keys.stream()
                .limit(limit)
                .map(key -> ExecutionKey.decode(key.id()))
                .toList();
    }

    static String eligibleStatement(String index) {
        return index + WITHIN + IN_ORDER;
    }

    static String statement(String index, boolean behind) {
        return index + (behind ? BEHIND : "") + IN_ORDER;
    }

    private static void read(SqlScope scope, String index, int queue, ClaimScan scan, List<Key> into)
            throws SQLException {
        var after = scan.after();
        var statement = scope.prepare(statement(index, after.isPresent()));
        statement.setInt(1, queue);
        int next = 2;
        if (after.isPresent()) {
            statement.setInt(next++, -after.get().priority());
            statement.setLong(next++, after.get().createdAt());
            statement.setBytes(next++, ExecutionKey.encode(after.get().id()));
        }
        statement.setInt(next, scan.limit());
        collect(statement, into);
    }

    private static void collect(PreparedStatement statement, List<Key> into) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                into.add(new Key(row.getLong(1), row.getInt(2), row.getLong(3), row.getBytes(4)));
            }
        }
    }
}
