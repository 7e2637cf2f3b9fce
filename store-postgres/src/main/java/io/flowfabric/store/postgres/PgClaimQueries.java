package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.ExecutionRow;
import io.flowfabric.store.postgres.Watermarks.Range;
import java.sql.Array;
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
    /** First submissions, from {@code executions_fresh}. */
    static final String FRESH = "vector = 10";

    /** What came back, from {@code executions_returned}. */
    static final String RETURNED = "vector IN (11, 12, 13, 18, 19, 80, 81, 82, 83, 123, 133)";

    private static final String OF_QUEUES = "unnest(?::int4[]) AS q (number)";

    private static final String OF_RANGES =
            "unnest(?::int4[], ?::int4[], ?::int8[], ?::int4[]) AS q (number, from_rank, since, to_rank)";

    private static final String WITHIN_RANGE =
            FRESH + " AND (rank, created_at) >= (q.from_rank, q.since)" + " AND rank <= q.to_rank";

    private static final String BEHIND = " AND (rank, created_at, id) > (?, ?, ?)";

    static final String READ_IN_ORDER =
            "SELECT set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)";

    /** The branches, each with an index of its own. */
    static final String FRESH_FROM_THE_FRONT = branch(OF_QUEUES, FRESH);

    static final String FRESH_FROM_THE_MARKS = branch(OF_RANGES, WITHIN_RANGE);
    static final String RETURNED_FROM_THE_FRONT = branch(OF_QUEUES, RETURNED);
    static final String FRESH_BEHIND_A_PLACE = branch(OF_QUEUES, FRESH + BEHIND);
    static final String RETURNED_BEHIND_A_PLACE = branch(OF_QUEUES, RETURNED + BEHIND);

    private static final String FROM_THE_FRONT = FRESH_FROM_THE_FRONT + " UNION ALL " + RETURNED_FROM_THE_FRONT;

    private static final String FROM_THE_MARKS = FRESH_FROM_THE_MARKS + " UNION ALL " + RETURNED_FROM_THE_FRONT;

    private static final String BEHIND_A_PLACE = FRESH_BEHIND_A_PLACE + " UNION ALL " + RETURNED_BEHIND_A_PLACE;

    private static final int SEQ = ExecutionRow.WIDTH + 1;

    /**
     * A candidate, and where it stands.
     *
     * @param guest it was submitted in a caller's transaction and is met for the first time
     */
    record Found(long seq, int queue, Execution execution, boolean guest) {
        private ClaimScan.Position position() {
            return ClaimScan.Position.of(execution);
        }

        Watermarks.Spot spot() {
            return new Watermarks.Spot(
                    queue, -execution.priority(), execution.timing().createdAt(), execution.id());
        }
    }

    private static final Comparator<Found> FOUND_ORDER =
            Comparator.comparing(Found::position, ClaimScan.Position.ORDER);

    private record Key(int rank, long createdAt, byte[] id) {}

    private static final Comparator<Key> LANE_ORDER = Comparator.comparingInt(Key::rank)
            .thenComparingLong(Key::createdAt)
            .thenComparing(Key::id, Arrays::compareUnsigned);

    private PgClaimQueries() {}

    /** Gives the rows as they are once they are locked. */
    private static String branch(String source, String condition) {
        return "SELECT " + ExecutionRow.SELECTED + ", e.seq FROM " + source + ", LATERAL ("
                + "SELECT * FROM ff.executions WHERE queue = q.number AND " + condition
                + " ORDER BY rank, created_at, id LIMIT ? FOR UPDATE SKIP LOCKED) e";
    }

    /** The next candidates, in the order of the lane. */
    static List<Found> lockFront(PgScope scope, ClaimScan scan, PgQueueTable queues, Watermarks watermarks)
            throws SQLException {
        if (scan.after().isPresent()) {
            try (var statement = scope.prepare(BEHIND_A_PLACE)) {
                bindPlace(statement, bindPlace(statement, 1, scan), scan);
                return found(scope, statement, scan, queues);
            }
        }
        var ranges = watermarks.ranges(scan.queues());
        if (!ranges.isEmpty()) {
            readInOrder(scope);
            try (var statement = scope.prepare(FROM_THE_MARKS)) {
                bindQueues(statement, bindRanges(statement, ranges, scan), scan);
                return found(scope, statement, scan, queues);
            }
        }
        long began = watermarks.now();
        try (var statement = scope.prepare(FROM_THE_FRONT)) {
            bindQueues(statement, bindQueues(statement, 1, scan), scan);
            var found = found(scope, statement, scan, queues);
            watermarks.looked(scan.queues(), began, found.size());
            return found;
        }
    }

    /** The planner takes a range for so short that sorting it seems as cheap as reading it in order. It is not. */
    private static void readInOrder(PgScope scope) throws SQLException {
        try (var statement = scope.prepare(READ_IN_ORDER)) {
            statement.execute();
        }
    }

    private static List<Found> found(PgScope scope, PreparedStatement statement, ClaimScan scan, PgQueueTable queues)
            throws SQLException {
        var found = new ArrayList<Found>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                found.add(new Found(
                        row.getLong(SEQ),
                        row.getInt(ExecutionRow.QUEUE),
                        ExecutionRow.read(row, number -> queues.byNumber(scope, number)),
                        ExecutionRow.isGuest(row)));
            }
        }
        found.sort(FOUND_ORDER);
        return found.size() > scan.limit() ? found.subList(0, scan.limit()) : found;
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

    private static int bindPlace(PreparedStatement statement, int first, ClaimScan scan) throws SQLException {
        int next = first;
        var after = scan.after().orElseThrow();
        statement.setArray(next++, array(statement, scan.queues().toArray()));
        statement.setInt(next++, -after.priority());
        statement.setLong(next++, after.createdAt());
        statement.setBytes(next++, ExecutionKey.encode(after.id()));
        statement.setInt(next++, scan.limit());
        return next;
    }

    private static int bindQueues(PreparedStatement statement, int first, ClaimScan scan) throws SQLException {
        statement.setArray(first, array(statement, scan.queues().toArray()));
        statement.setInt(first + 1, scan.limit());
        return first + 2;
    }

    private static int bindRanges(PreparedStatement statement, List<Range> ranges, ClaimScan scan) throws SQLException {
        statement.setArray(1, array(statement, ranges.stream().map(Range::queue).toArray()));
        statement.setArray(
                2, array(statement, ranges.stream().map(Range::fromRank).toArray()));
        statement.setArray(
                3,
                statement
                        .getConnection()
                        .createArrayOf("int8", ranges.stream().map(Range::since).toArray()));
        statement.setArray(
                4, array(statement, ranges.stream().map(Range::toRank).toArray()));
        statement.setInt(5, scan.limit());
        return 6;
    }

    private static Array array(PreparedStatement statement, Object[] numbers) throws SQLException {
        return statement.getConnection().createArrayOf("int4", numbers);
    }

    private static void collect(PreparedStatement statement, List<Key> into) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                into.add(new Key(row.getInt(1), row.getLong(2), row.getBytes(3)));
            }
        }
    }
}
