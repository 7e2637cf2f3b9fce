package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.claim.ClaimScan.Position;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.query.ExecutionRange;
import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.queue.FirstKeys;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The front of the queues of a lane: one short index scan per queue and index, merged in the order of the lane. Of many
 * queues one statement for each index reads few keys, and only queues that may have more of the first ones are read on.
 */
final class SqliteClaimQueries {
    private static final String KEYS = "SELECT seq, rank, created_at, id FROM ff_executions ";

    private static final String BEHIND = " AND (rank, created_at, id) > (?, ?, ?)";

    private static final String IN_ORDER = " ORDER BY rank, created_at, id LIMIT ?";

    /** First submissions, from {@code ff_executions_fresh}; the conditions are word for word those of the index. */
    static final String FRESH = KEYS + "INDEXED BY ff_executions_fresh WHERE queue = ? AND " + StateConditions.FRESH;

    /** What came back, from {@code ff_executions_returned}. */
    static final String RETURNED = KEYS + "INDEXED BY ff_executions_returned WHERE queue = ? AND ("
            + StateConditions.RETURNED_TO_ONE_WRITER + ")";

    /** Only the eligible of {@link #RETURNED}; the planner accepts the index because its own condition stands there too. */
    static final String ELIGIBLE_RETURNED = RETURNED + " AND " + StateConditions.ELIGIBLE;

    /** The first entry of each queue in each of the indexes. */
    static final String WITH_CANDIDATES = "SELECT q.value FROM json_each(?) q WHERE EXISTS (" + ofQueue(FRESH)
            + ") OR EXISTS (" + ofQueue(RETURNED) + ")";

    /** Beyond so many queues a statement of each costs more than one of all. */
    private static final int FEW_QUEUES = 4;

    private static final int QUEUE = 5;

    private static final String WITHIN = " AND id > ? AND id <= ?";

    private record Key(long seq, int rank, long createdAt, byte[] id) {
        static Key of(Position position) {
            return new Key(0, -position.priority(), position.createdAt(), ExecutionKey.encode(position.id()));
        }

        static Key read(ResultSet row) throws SQLException {
            return new Key(row.getLong(1), row.getInt(2), row.getLong(3), row.getBytes(4));
        }
    }

    private static final Comparator<Key> LANE_ORDER = Comparator.comparingInt(Key::rank)
            .thenComparingLong(Key::createdAt)
            .thenComparing(Key::id, Arrays::compareUnsigned);

    /** An index of a queue of which as many keys were read as were asked for, up to this one. */
    private record Unread(String index, int queue, Key after) {}

    private SqliteClaimQueries() {}

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

    /** Whether a scan is of one queue and nothing that came back stands where it looks, so that the fresh ones are all. */
    static boolean isFreshOnly(SqlScope scope, ClaimScan scan) throws SQLException {
        if (scan.queues().size() != 1) {
            return false;
        }
        try (ResultSet row =
                bound(scope, behind -> statement(RETURNED, behind), scan).executeQuery()) {
            return !row.next();
        }
    }

    /** A statement about the one queue of a scan, bound to it. */
    static PreparedStatement bound(SqlScope scope, Function<Boolean, String> text, ClaimScan scan) throws SQLException {
        var after = scan.after().map(Key::of);
        var statement = scope.prepare(text.apply(after.isPresent()));
        statement.setInt(1, scan.queues().get(0));
        bindPlace(statement, after, scan.limit());
        return statement;
    }

    /** Row numbers of the next candidates, in the order of the lane. */
    static List<Long> front(SqlScope scope, ClaimScan scan) throws SQLException {
        var keys = scan.queues().size() > FEW_QUEUES ? ofManyQueues(scope, scan) : ofFewQueues(scope, scan);
        keys.sort(LANE_ORDER);
        return keys.stream().limit(scan.limit()).map(Key::seq).toList();
    }

    private static List<Key> ofFewQueues(SqlScope scope, ClaimScan scan) throws SQLException {
        var keys = new ArrayList<Key>();
        var after = scan.after().map(Key::of);
        for (int queue : scan.queues()) {
            for (String index : List.of(FRESH, RETURNED)) {
                read(scope, statement(index, after.isPresent()), after, scan.limit(), queue, keys);
            }
        }
        return keys;
    }

    private static List<Key> ofManyQueues(SqlScope scope, ClaimScan scan) throws SQLException {
        int few = FirstKeys.ofEachQueue(scan.limit(), scan.queues().size());
        var keys = new ArrayList<Key>();
        var unread = new ArrayList<Unread>();
        for (String index : List.of(FRESH, RETURNED)) {
            for (var first : firstOfEach(scope, index, scan, few).entrySet()) {
                keys.addAll(first.getValue());
                if (first.getValue().size() == few) {
                    unread.add(new Unread(index, first.getKey(), Collections.max(first.getValue(), LANE_ORDER)));
                }
            }
        }
        keys.sort(LANE_ORDER);
        var bound = keys.stream().skip(scan.limit() - 1).findFirst();
        for (var one : unread) {
            if (bound.isEmpty() || LANE_ORDER.compare(one.after(), bound.get()) < 0) {
                read(scope, statement(one.index(), true), Optional.of(one.after()), scan.limit(), one.queue(), keys);
            }
        }
        return keys;
    }

    /** The first keys of each queue that has any. */
    private static Map<Integer, List<Key>> firstOfEach(SqlScope scope, String index, ClaimScan scan, int few)
            throws SQLException {
        var after = scan.after().map(Key::of);
        var statement = scope.prepare(firstOfEach(index, after.isPresent()));
        statement.setString(1, RowNumbers.json(scan.queues()));
        bindPlace(statement, after, few);
        var byQueue = new HashMap<Integer, List<Key>>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                byQueue.computeIfAbsent(row.getInt(QUEUE), queue -> new ArrayList<>())
                        .add(Key.read(row));
            }
        }
        return byQueue;
    }

    /** Ids of the eligible executions of some queues that lie between two keys, in the order of the lane. */
    static List<ExecutionId> eligible(SqlScope scope, List<Integer> queues, ExecutionRange range, int limit)
            throws SQLException {
        var keys = new ArrayList<Key>();
        for (int queue : queues) {
            for (String index : List.of(FRESH, ELIGIBLE_RETURNED)) {
                var statement = scope.prepare(eligibleStatement(index));
                Columns.bindAll(statement, queue, range.after(), range.upTo(), limit);
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

    /** So many keys of each queue, in any order; the rows are found by number, the numbers by the index. */
    static String firstOfEach(String index, boolean behind) {
        return "SELECT e.seq, e.rank, e.created_at, e.id, q.value FROM json_each(?) q CROSS JOIN ff_executions e WHERE e.seq IN ("
                + ofQueue(statement(index, behind)).replace(KEYS, "SELECT seq FROM ff_executions ") + ")";
    }

    private static void read(SqlScope scope, String sql, Optional<Key> after, int limit, int queue, List<Key> into)
            throws SQLException {
        var statement = scope.prepare(sql);
        statement.setInt(1, queue);
        bindPlace(statement, after, limit);
        collect(statement, into);
    }

    /** Binds what follows upon the queues: the place behind which keys are read, and how many. */
    private static void bindPlace(PreparedStatement statement, Optional<Key> after, int limit) throws SQLException {
        int next = 2;
        if (after.isPresent()) {
            statement.setInt(next++, after.get().rank());
            statement.setLong(next++, after.get().createdAt());
            statement.setBytes(next++, after.get().id());
        }
        statement.setInt(next, limit);
    }

    private static void collect(PreparedStatement statement, List<Key> into) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                into.add(Key.read(row));
            }
        }
    }
}
