package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.ExecutionRow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The front of the queues of a lane, locked. Each queue gives up to the limit of each index; what the merge leaves over
 * stays locked until the transaction ends, which is soon, and other claimers pass over it.
 */
final class PgClaimQueries {
    private static final String BEHIND = " AND (rank, created_at, id) > (?, ?, ?)";

    /** First submissions, from {@code executions_fresh}. */
    static final String FRESH = "vector = 10";

    /** What came back, from {@code executions_returned}. */
    static final String RETURNED = "vector IN (11, 12, 13, 80, 81, 82, 83, 123, 133)";

    private static final int SEQ = ExecutionRow.WIDTH + 1;

    private record Found(long seq, Execution execution) {}

    private static final Comparator<Found> FOUND_ORDER =
            Comparator.comparing(found -> ClaimScan.Position.of(found.execution()), ClaimScan.Position.ORDER);

    private record Key(int rank, long createdAt, byte[] id) {}

    private static final Comparator<Key> LANE_ORDER = Comparator.comparingInt(Key::rank)
            .thenComparingLong(Key::createdAt)
            .thenComparing(Key::id, Arrays::compareUnsigned);

    private PgClaimQueries() {}

    /** The next candidates by their row numbers, in the order of the lane. */
    static Map<Long, Execution> lockFront(PgScope scope, ClaimScan scan, PgQueueTable queues) throws SQLException {
        var found = new ArrayList<Found>();
        try (var statement = scope.prepare(statement(scan.after().isPresent()))) {
            int next = 1;
            for (int branch = 0; branch < 2; branch++) {
                next = bind(statement, next, scan);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(new Found(
                            row.getLong(SEQ), ExecutionRow.read(row, number -> queues.byNumber(scope, number))));
                }
            }
        }
        found.sort(FOUND_ORDER);
        var front = new LinkedHashMap<Long, Execution>();
        found.stream().limit(scan.limit()).forEach(one -> front.put(one.seq(), one.execution()));
        return front;
    }

    /** Ids of the eligible executions of a lane that lie between two keys, in its order. */
    static List<ExecutionId> eligible(PgScope scope, List<Integer> queues, byte[] behind, byte[] upTo, int limit)
            throws SQLException {
        var keys = new ArrayList<Key>();
        for (String condition : List.of(FRESH, RETURNED + " AND vector < 20")) {
            try (var statement = scope.prepare(eligibleStatement(condition))) {
                statement.setArray(1, scope.connection().createArrayOf("int4", queues.toArray()));
                statement.setBytes(2, behind);
                statement.setBytes(3, upTo);
                statement.setInt(4, limit);
                collect(statement, keys);
            }
        }
        keys.sort(LANE_ORDER);
        return keys.stream()
                .limit(limit)
                .map(key -> ExecutionKey.decode(key.id()))
                .toList();
    }

    static String eligibleStatement(String condition) {
        return "SELECT k.* FROM unnest(?::int4[]) AS q (number), LATERAL ("
                + "SELECT rank, created_at, id FROM ff.executions WHERE queue = q.number AND " + condition
                + " AND id > ? AND id <= ? ORDER BY rank, created_at, id LIMIT ?) k";
    }

    /** Each branch has an index of its own, and gives the rows as they are once they are locked. */
    static String statement(boolean behind) {
        return branch(FRESH, behind) + " UNION ALL " + branch(RETURNED, behind);
    }

    static String branch(String condition, boolean behind) {
        return "SELECT " + ExecutionRow.SELECTED + ", e.seq FROM unnest(?::int4[]) AS q (number), LATERAL ("
                + "SELECT * FROM ff.executions WHERE queue = q.number AND " + condition
                + (behind ? BEHIND : "")
                + " ORDER BY rank, created_at, id LIMIT ? FOR UPDATE SKIP LOCKED) e";
    }

    private static int bind(PreparedStatement statement, int first, ClaimScan scan) throws SQLException {
        int next = first;
        statement.setArray(
                next++,
                statement.getConnection().createArrayOf("int4", scan.queues().toArray()));
        if (scan.after().isPresent()) {
            var after = scan.after().get();
            statement.setInt(next++, -after.priority());
            statement.setLong(next++, after.createdAt());
            statement.setBytes(next++, ExecutionKey.encode(after.id()));
        }
        statement.setInt(next++, scan.limit());
        return next;
    }

    private static void collect(PreparedStatement statement, List<Key> into) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                into.add(new Key(row.getInt(1), row.getLong(2), row.getBytes(3)));
            }
        }
    }
}
