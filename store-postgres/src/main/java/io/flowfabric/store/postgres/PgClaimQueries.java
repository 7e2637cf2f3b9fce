package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.ClaimScan.Source;
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
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The front of the queues of lanes, locked. Each queue gives as many as it may of each index; what the merge leaves over
 * stays locked until the transaction ends, which is soon, and other claimers pass over it.
 */
final class PgClaimQueries {
    /** First submissions, from {@code executions_fresh}. */
    static final String FRESH = "vector = 10";

    /** What came back, from {@code executions_returned}. */
    static final String RETURNED = "vector IN (11, 12, 13, 18, 19, 80, 81, 82, 83, 123, 133)";

    private static final String OF_QUEUES = "unnest(?::int4[], ?::int4[]) AS q (number, most)";

    private static final String OF_RANGES = "unnest(?::int4[], ?::int4[], ?::int4[], ?::int8[], ?::int4[])"
            + " AS q (number, most, from_rank, since, to_rank)";

    private static final String OF_PLACES = "unnest(?::int4[], ?::int4[], ?::int4[], ?::int8[], ?::bytea[])"
            + " AS q (number, most, rank, created_at, id)";

    private static final String WITHIN_RANGE =
            FRESH + " AND (rank, created_at) >= (q.from_rank, q.since)" + " AND rank <= q.to_rank";

    private static final String BEHIND = " AND (rank, created_at, id) > (q.rank, q.created_at, q.id)";

    /** Looks at the first entry of a queue in each of the indexes. With EXISTS, whole indexes may be read to be hashed. */
    static final String HAS_CANDIDATES = "coalesce(" + first(FRESH) + ", " + first(RETURNED) + ") IS NOT NULL";

    static final String WITH_CANDIDATES =
            "SELECT q.number FROM unnest(?::int4[]) AS q (number) WHERE " + HAS_CANDIDATES;

    static final String READ_IN_ORDER =
            "SELECT set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)";

    /** The branches, each with an index of its own. */
    static final String FRESH_FROM_THE_FRONT = branch(OF_QUEUES, FRESH);

    static final String FRESH_FROM_THE_MARKS = branch(OF_RANGES, WITHIN_RANGE);
    static final String RETURNED_FROM_THE_FRONT = branch(OF_QUEUES, RETURNED);
    static final String FRESH_BEHIND_A_PLACE = branch(OF_PLACES, FRESH + BEHIND);
    static final String RETURNED_BEHIND_A_PLACE = branch(OF_PLACES, RETURNED + BEHIND);

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

    private record Key(int rank, long createdAt, byte[] id) {
        private static final Key BEFORE_ALL = new Key(Integer.MIN_VALUE, Long.MIN_VALUE, new byte[0]);
    }

    private static final Comparator<Key> LANE_ORDER = Comparator.comparingInt(Key::rank)
            .thenComparingLong(Key::createdAt)
            .thenComparing(Key::id, Arrays::compareUnsigned);

    private PgClaimQueries() {}

    private static String first(String condition) {
        return "(SELECT 1 FROM ff.executions WHERE queue = q.number AND " + condition
                + " ORDER BY rank, created_at, id LIMIT 1)";
    }

    /** Gives the rows as they are once they are locked. */
    private static String branch(String source, String condition) {
        return "SELECT " + ExecutionRow.SELECTED + ", e.seq FROM " + source + ", LATERAL ("
                + "SELECT * FROM ff.executions WHERE queue = q.number AND " + condition
                + " ORDER BY rank, created_at, id LIMIT q.most FOR UPDATE SKIP LOCKED) e";
    }

    /** Those of some queues that may have candidates. A queue with marks counts as one: its front is slow to look at. */
    static Set<Integer> withCandidates(PgScope scope, Collection<Integer> queues, Watermarks watermarks)
            throws SQLException {
        var found = new HashSet<>(watermarks.inUse(queues));
        var others = queues.stream().filter(queue -> !found.contains(queue)).toList();
        try (var statement = scope.prepare(WITH_CANDIDATES)) {
            statement.setArray(1, array(statement, others.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(row.getInt(1));
                }
            }
        }
        return found;
    }

    /** The next candidates of each look, in the order of its lane. */
    static List<List<Found>> lockFronts(
            PgScope scope, List<ClaimScan> scans, PgQueueTable queues, Watermarks watermarks) throws SQLException {
        if (scans.stream().anyMatch(scan -> scan.after().isPresent())) {
            try (var statement = scope.prepare(BEHIND_A_PLACE)) {
                bindPlaces(statement, bindPlaces(statement, 1, scans), scans);
                return found(scope, statement, scans, queues);
            }
        }
        var numbers = numbers(scans);
        var ranges = watermarks.ranges(numbers);
        if (!ranges.isEmpty()) {
            readInOrder(scope);
            try (var statement = scope.prepare(FROM_THE_MARKS)) {
                bindQueues(statement, bindRanges(statement, ranges, scans), scans);
                return found(scope, statement, scans, queues);
            }
        }
        long began = watermarks.now();
        try (var statement = scope.prepare(FROM_THE_FRONT)) {
            bindQueues(statement, bindQueues(statement, 1, scans), scans);
            var found = found(scope, statement, scans, queues);
            watermarks.looked(
                    numbers, began, found.stream().mapToInt(List::size).sum());
            return found;
        }
    }

    /** The planner takes a range for so short that sorting it seems as cheap as reading it in order. It is not. */
    private static void readInOrder(PgScope scope) throws SQLException {
        try (var statement = scope.prepare(READ_IN_ORDER)) {
            statement.execute();
        }
    }

    private static List<List<Found>> found(
            PgScope scope, PreparedStatement statement, List<ClaimScan> scans, PgQueueTable queues)
            throws SQLException {
        var fronts = new ArrayList<List<Found>>();
        var frontOf = new HashMap<Integer, List<Found>>();
        for (var scan : scans) {
            var front = new ArrayList<Found>();
            fronts.add(front);
            scan.queues().forEach(queue -> frontOf.put(queue, front));
        }
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                int queue = row.getInt(ExecutionRow.QUEUE);
                frontOf.get(queue)
                        .add(new Found(
                                row.getLong(SEQ),
                                queue,
                                ExecutionRow.read(row, number -> queues.byNumber(scope, number)),
                                ExecutionRow.isGuest(row)));
            }
        }
        for (int i = 0; i < fronts.size(); i++) {
            var front = fronts.get(i);
            front.sort(FOUND_ORDER);
            fronts.set(i, cut(front, scans.get(i)));
        }
        return fronts;
    }

    /** As many of each queue, and of all of them, as are wanted; each index has given as many. */
    private static List<Found> cut(List<Found> front, ClaimScan scan) {
        var left = new HashMap<Integer, Integer>();
        scan.sources().forEach(source -> left.put(source.queue(), source.most()));
        return front.stream()
                .filter(one -> left.merge(one.queue(), -1, Integer::sum) >= 0)
                .limit(scan.limit())
                .toList();
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

    private static int bindPlaces(PreparedStatement statement, int first, List<ClaimScan> scans) throws SQLException {
        int next = bindQueues(statement, first, scans);
        var places = new ArrayList<Key>();
        for (var scan : scans) {
            var place = scan.after()
                    .map(after -> new Key(-after.priority(), after.createdAt(), ExecutionKey.encode(after.id())))
                    .orElse(Key.BEFORE_ALL);
            scan.sources().forEach(source -> places.add(place));
        }
        statement.setArray(
                next++, array(statement, places.stream().map(Key::rank).toArray()));
        statement.setArray(
                next++,
                statement
                        .getConnection()
                        .createArrayOf(
                                "int8", places.stream().map(Key::createdAt).toArray()));
        statement.setArray(
                next++,
                statement
                        .getConnection()
                        .createArrayOf("bytea", places.stream().map(Key::id).toArray(byte[][]::new)));
        return next;
    }

    private static int bindQueues(PreparedStatement statement, int first, List<ClaimScan> scans) throws SQLException {
        statement.setArray(first, array(statement, numbers(scans).toArray()));
        statement.setArray(
                first + 1, array(statement, sources(scans).map(Source::most).toArray()));
        return first + 2;
    }

    private static int bindRanges(PreparedStatement statement, List<Range> ranges, List<ClaimScan> scans)
            throws SQLException {
        var mosts = sources(scans).collect(Collectors.toMap(Source::queue, Source::most));
        statement.setArray(1, array(statement, ranges.stream().map(Range::queue).toArray()));
        statement.setArray(
                2,
                array(
                        statement,
                        ranges.stream().map(range -> mosts.get(range.queue())).toArray()));
        statement.setArray(
                3, array(statement, ranges.stream().map(Range::fromRank).toArray()));
        statement.setArray(
                4,
                statement
                        .getConnection()
                        .createArrayOf("int8", ranges.stream().map(Range::since).toArray()));
        statement.setArray(
                5, array(statement, ranges.stream().map(Range::toRank).toArray()));
        return 6;
    }

    private static Stream<Source> sources(List<ClaimScan> scans) {
        return scans.stream().flatMap(scan -> scan.sources().stream());
    }

    private static List<Integer> numbers(List<ClaimScan> scans) {
        return sources(scans).map(Source::queue).toList();
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
