package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.ExecutionKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

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

    private record Key(long seq, int rank, long createdAt, byte[] id) {}

    private static final Comparator<Key> LANE_ORDER = Comparator.comparingInt(Key::rank)
            .thenComparingLong(Key::createdAt)
            .thenComparing(Key::id, Arrays::compareUnsigned);

    private PgClaimQueries() {}

    /** Row numbers of the next candidates, in the order of the lane. */
    static List<Long> lockFront(PgScope scope, ClaimScan scan) throws SQLException {
        var keys = new ArrayList<Key>();
        read(scope, FRESH, scan, keys);
        read(scope, RETURNED, scan, keys);
        keys.sort(LANE_ORDER);
        return keys.stream().limit(scan.limit()).map(Key::seq).toList();
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
                + "SELECT seq, rank, created_at, id FROM ff.executions WHERE queue = q.number AND " + condition
                + " AND id > ? AND id <= ? ORDER BY rank, created_at, id LIMIT ?) k";
    }

    static String statement(String condition, boolean behind) {
        return "SELECT k.* FROM unnest(?::int4[]) AS q (number), LATERAL ("
                + "SELECT seq, rank, created_at, id FROM ff.executions WHERE queue = q.number AND " + condition
                + (behind ? BEHIND : "")
                + " ORDER BY rank, created_at, id LIMIT ? FOR UPDATE SKIP LOCKED) k";
    }

    private static void read(PgScope scope, String condition, ClaimScan scan, List<Key> into) throws SQLException {
        try (var statement = scope.prepare(statement(condition, scan.after().isPresent()))) {
            statement.setArray(
                    1, scope.connection().createArrayOf("int4", scan.queues().toArray()));
            int next = 2;
            if (scan.after().isPresent()) {
                var after = scan.after().get();
                statement.setInt(next++, -after.priority());
                statement.setLong(next++, after.createdAt());
                statement.setBytes(next++, ExecutionKey.encode(after.id()));
            }
            statement.setInt(next, scan.limit());
            collect(statement, into);
        }
    }

    private static void collect(PreparedStatement statement, List<Key> into) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                into.add(new Key(row.getLong(1), row.getInt(2), row.getLong(3), row.getBytes(4)));
            }
        }
    }
}
