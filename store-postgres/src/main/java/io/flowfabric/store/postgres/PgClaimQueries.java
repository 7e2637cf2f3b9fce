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
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The front of the queues of a lane, locked: exactly the rows that are answered. The keys of candidates are read without a
 * lock from every queue and both indexes and merged; then the rows are locked one by one in the order of the lane until
 * there are enough. What another transaction holds is passed over, and counted: it may be given back without a word.
 */
final class PgClaimQueries {
    /** First submissions, from {@code executions_fresh}. */
    static final String FRESH = "vector = 10";

    /** What came back, from {@code executions_returned}. */
    static final String RETURNED = "vector IN (11, 12, 13, 18, 19, 80, 81, 82, 83, 123, 133)";

    /** Both, in words that suit neither index: the rows are to be looked up by id. */
    private static final String EITHER =
            "(e.vector + 0 = 10 OR e.vector + 0" + RETURNED.substring(RETURNED.indexOf(' ')) + ")";

    private static final String OF_QUEUES = "unnest(?::int4[]) AS q (number)";

    private static final String OF_RANGES =
            "unnest(?::int4[], ?::int4[], ?::int8[], ?::int4[]) AS q (number, from_rank, since, to_rank)";

    private static final String WITHIN_RANGE =
            FRESH + " AND (rank, created_at) >= (q.from_rank, q.since)" + " AND rank <= q.to_rank";

    private static final String BEHIND = " AND (rank, created_at, id) > (?, ?, ?)";

    /** Looks at the first entry of a queue in each of the indexes. With EXISTS, whole indexes may be read to be hashed. */
    static final String HAS_CANDIDATES = "coalesce(" + first(FRESH) + ", " + first(RETURNED) + ") IS NOT NULL";

    static final String WITH_CANDIDATES =
            "SELECT q.number FROM unnest(?::int4[]) AS q (number) WHERE " + HAS_CANDIDATES;

    static final String READ_IN_ORDER = "SELECT set_config('enable_bitmapscan', 'off', true)";

    /** The branches, each with an index of its own. */
    static final String FRESH_FROM_THE_FRONT = branch(OF_QUEUES, FRESH);

    static final String FRESH_FROM_THE_MARKS = branch(OF_RANGES, WITHIN_RANGE);
    static final String RETURNED_FROM_THE_FRONT = branch(OF_QUEUES, RETURNED);
    static final String FRESH_BEHIND_A_PLACE = branch(OF_QUEUES, FRESH + BEHIND);
    static final String RETURNED_BEHIND_A_PLACE = branch(OF_QUEUES, RETURNED + BEHIND);

    static final String FROM_THE_FRONT = merged(FRESH_FROM_THE_FRONT, RETURNED_FROM_THE_FRONT);

    static final String FROM_THE_MARKS = merged(FRESH_FROM_THE_MARKS, RETURNED_FROM_THE_FRONT);

    static final String BEHIND_A_PLACE = merged(FRESH_BEHIND_A_PLACE, RETURNED_BEHIND_A_PLACE);

    /** So many more keys are read than rows are wanted, for those that other claimers are just taking. */
    private static final int SPARE_KEYS = 16;

    /** As many keys are read at once when more and more of them turn out to be held by others. */
    private static final int MOST_KEYS = 4096;

    private static final int SEQ = ExecutionRow.WIDTH + 1;
    private static final int PLACE = SEQ + 1;
    private static final int KEYS = SEQ + 2;
    private static final int LAST_RANK = SEQ + 3;
    private static final int LAST_CREATED_AT = SEQ + 4;
    private static final int LAST_ID = SEQ + 5;

    /**
     * A candidate, and where it stands.
     *
     * @param guest it was submitted in a caller's transaction and is met for the first time
     */
    record Found(long seq, int queue, Execution execution, boolean guest) {
        Watermarks.Spot spot() {
            return new Watermarks.Spot(
                    queue, -execution.priority(), execution.timing().createdAt(), execution.id());
        }
    }

    private record Key(int rank, long createdAt, byte[] id) {}

    private static final Comparator<Key> LANE_ORDER = Comparator.comparingInt(Key::rank)
            .thenComparingLong(Key::createdAt)
            .thenComparing(Key::id, Arrays::compareUnsigned);

    private PgClaimQueries() {}

    private static String first(String condition) {
        return "(SELECT 1 FROM ff.executions WHERE queue = q.number AND " + condition
                + " ORDER BY rank, created_at, id LIMIT 1)";
    }

    /** Keys of one index, from each queue so many. */
    private static String branch(String source, String condition) {
        return "SELECT f.* FROM " + source + ", LATERAL ("
                + "SELECT rank, created_at, id FROM ff.executions WHERE queue = q.number AND " + condition
                + " ORDER BY rank, created_at, id LIMIT ?) f";
    }

    /**
     * Locks stand below the limit, so as many rows are locked as are answered, as they are once they are locked. The
     * condition is repeated, for a row may have been taken since its key was read. How many keys there were is answered
     * even when no row could be locked.
     */
    private static String merged(String fresh, String returned) {
        return """
                WITH k AS MATERIALIZED (
                    SELECT m.*, row_number() OVER (ORDER BY rank, created_at, id) AS place
                    FROM ($fresh UNION ALL $returned) m ORDER BY rank, created_at, id LIMIT ?),
                locked AS MATERIALIZED (
                    SELECT $columns, e.seq, k.place FROM k JOIN ff.executions e ON e.id = k.id
                    WHERE $either
                    ORDER BY k.place LIMIT ? FOR UPDATE OF e SKIP LOCKED)
                SELECT locked.*, last.place, last.rank, last.created_at, last.id
                FROM (SELECT * FROM k ORDER BY place DESC LIMIT 1) last LEFT JOIN locked ON true
                ORDER BY locked.place""".replace("$fresh", fresh)
                .replace("$returned", returned)
                .replace("$columns", ExecutionRow.SELECTED)
                .replace("$either", EITHER);
    }

    /**
     * What a look has locked, in the order of the lane.
     *
     * @param complete whether it passed over nothing
     */
    record Look(List<Found> found, boolean complete) {}

    /**
     * One statement of a look.
     *
     * @param last the last key that was read; empty when no more keys follow
     */
    private record Portion(List<Found> found, boolean complete, Optional<ClaimScan.Position> last) {}

    /** Binds the parameters of the branches and answers the next free place. */
    private interface Binding {
        int bind(PreparedStatement statement, int keys) throws SQLException;
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

    /** The next candidates, in the order of the lane. */
    static Look lockFront(PgScope scope, ClaimScan scan, PgQueueTable queues, Watermarks watermarks)
            throws SQLException {
        int keys = scan.limit() + SPARE_KEYS;
        var ranges = scan.after().isPresent() ? List.<Range>of() : watermarks.ranges(scan.queues());
        Portion portion;
        if (scan.after().isPresent()) {
            portion = behind(scope, scan, keys, queues);
        } else if (!ranges.isEmpty()) {
            readInOrder(scope);
            portion = portion(
                    scope,
                    FROM_THE_MARKS,
                    scan,
                    keys,
                    queues,
                    (statement, limit) -> bindQueues(statement, bindRanges(statement, ranges, limit), scan, limit));
        } else {
            long began = watermarks.now();
            portion = portion(
                    scope,
                    FROM_THE_FRONT,
                    scan,
                    keys,
                    queues,
                    (statement, limit) -> bindQueues(statement, bindQueues(statement, 1, scan, limit), scan, limit));
            watermarks.looked(scan.queues(), began, portion.found().size());
        }
        boolean complete = ranges.isEmpty() && portion.complete();
        var found = new ArrayList<>(portion.found());
        while (found.size() < scan.limit() && portion.last().isPresent()) {
            keys = Math.min(2 * keys, MOST_KEYS);
            portion = behind(scope, scan.behind(portion.last().get(), scan.limit() - found.size()), keys, queues);
            complete &= portion.complete();
            found.addAll(portion.found());
        }
        return new Look(found, complete);
    }

    private static Portion behind(PgScope scope, ClaimScan scan, int keys, PgQueueTable queues) throws SQLException {
        return portion(
                scope,
                BEHIND_A_PLACE,
                scan,
                keys,
                queues,
                (statement, limit) -> bindPlace(statement, bindPlace(statement, 1, scan, limit), scan, limit));
    }

    /** The planner takes a range for so short that sorting it seems as cheap as reading it in order. It is not. */
    private static void readInOrder(PgScope scope) throws SQLException {
        try (var statement = scope.prepare(READ_IN_ORDER)) {
            statement.execute();
        }
    }

    private static Portion portion(
            PgScope scope, String sql, ClaimScan scan, int keys, PgQueueTable queues, Binding binding)
            throws SQLException {
        try (var statement = scope.prepare(sql)) {
            int next = binding.bind(statement, keys);
            statement.setInt(next, keys);
            statement.setInt(next + 1, scan.limit());
            var found = new ArrayList<Found>();
            int passed = 0;
            Optional<ClaimScan.Position> last = Optional.empty();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    int read = row.getInt(KEYS);
                    passed = read;
                    last = read < keys ? Optional.empty() : Optional.of(lastKey(row));
                    long seq = row.getLong(SEQ);
                    if (row.wasNull()) {
                        break;
                    }
                    found.add(new Found(
                            seq,
                            row.getInt(ExecutionRow.QUEUE),
                            ExecutionRow.read(row, number -> queues.byNumber(scope, number)),
                            ExecutionRow.isGuest(row)));
                    if (found.size() == scan.limit()) {
                        passed = row.getInt(PLACE);
                    }
                }
            }
            return new Portion(found, passed == found.size(), last);
        }
    }

    private static ClaimScan.Position lastKey(ResultSet row) throws SQLException {
        return new ClaimScan.Position(
                -row.getInt(LAST_RANK), row.getLong(LAST_CREATED_AT), ExecutionKey.decode(row.getBytes(LAST_ID)));
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

    private static int bindPlace(PreparedStatement statement, int first, ClaimScan scan, int limit)
            throws SQLException {
        int next = first;
        var after = scan.after().orElseThrow();
        statement.setArray(next++, array(statement, scan.queues().toArray()));
        statement.setInt(next++, -after.priority());
        statement.setLong(next++, after.createdAt());
        statement.setBytes(next++, ExecutionKey.encode(after.id()));
        statement.setInt(next++, limit);
        return next;
    }

    private static int bindQueues(PreparedStatement statement, int first, ClaimScan scan, int limit)
            throws SQLException {
        statement.setArray(first, array(statement, scan.queues().toArray()));
        statement.setInt(first + 1, limit);
        return first + 2;
    }

    private static int bindRanges(PreparedStatement statement, List<Range> ranges, int limit) throws SQLException {
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
        statement.setInt(5, limit);
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
