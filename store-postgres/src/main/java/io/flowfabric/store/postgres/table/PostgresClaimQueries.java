package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.claim.ClaimScan.Position;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.query.ExecutionRange;
import io.flowfabric.store.jdbc.row.ExecutionRow;
import io.flowfabric.store.postgres.table.Watermarks.Range;
import io.flowfabric.store.postgres.transaction.PostgresScope;
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
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The front of lanes, locked: exactly the rows that are answered, by {@link PostgresClaimStatements}. What another transaction
 * holds is passed over, and counted: it may be given back without a word.
 */
final class PostgresClaimQueries {
    /** Lanes of more queues are read in two steps; with fewer the second one costs more than it saves. */
    private static final int FEW_QUEUES = 4;

    /** Stands before all executions. */
    private static final Key FRONT = new Key(Integer.MIN_VALUE, Long.MIN_VALUE, new byte[0]);

    private static final int SEQ = ExecutionRow.WIDTH + 1;
    private static final int PLACE = SEQ + 1;
    private static final int LANE = SEQ + 2;

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

    private record Key(int rank, long createdAt, byte[] id) {
        static Key of(Position position) {
            return new Key(-position.priority(), position.createdAt(), ExecutionKey.encode(position.id()));
        }
    }

    private static final Comparator<Key> LANE_ORDER = Comparator.comparingInt(Key::rank)
            .thenComparingLong(Key::createdAt)
            .thenComparing(Key::id, Arrays::compareUnsigned);

    private PostgresClaimQueries() {}

    /**
     * What a poll of a lane has locked, in the order of the lane.
     *
     * @param complete whether it passed over nothing
     */
    record LaneScan(List<Found> found, boolean complete) {}

    /** What a statement has locked of one lane. */
    private static final class Portion {
        private final TreeMap<Integer, Found> byPlace = new TreeMap<>();
        private int keys;
        private Optional<Position> lastKey = Optional.empty();

        void tell(LaneWalk walk) {
            int lastPlace = byPlace.isEmpty() ? 0 : byPlace.lastKey();
            walk.took(List.copyOf(byPlace.values()), lastPlace, keys, lastKey);
        }
    }

    /** Those of some queues that may have candidates. A queue with marks counts as one: its front is slow to read. */
    static Set<Integer> withCandidates(PostgresScope scope, Collection<Integer> queues, Watermarks watermarks)
            throws SQLException {
        var found = new HashSet<>(watermarks.inUse(queues));
        var others = queues.stream().filter(queue -> !found.contains(queue)).toList();
        try (var statement = scope.prepare(PostgresClaimStatements.WITH_CANDIDATES)) {
            statement.setArray(1, array(statement, others.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(row.getInt(1));
                }
            }
        }
        return found;
    }

    /**
     * The next candidates of each scan, in the order of its lane: all lanes by one statement, as long as there are
     * keys.
     */
    static List<LaneScan> lockFronts(
            PostgresScope scope, List<ClaimScan> scans, PostgresQueueTable queues, Watermarks watermarks)
            throws SQLException {
        var walks = scans.stream().map(LaneWalk::new).toList();
        var marked = new HashSet<LaneWalk>();
        for (var walk : walks) {
            var ranges = walk.after().isPresent() ? List.<Range>of() : watermarks.ranges(walk.queues());
            if (!ranges.isEmpty()) {
                marked.add(walk);
                walk.leftOutSome();
                lockFromMarks(scope, walk, ranges, queues);
            }
        }
        var others = walks.stream().filter(walk -> !marked.contains(walk)).toList();
        var fromTheFront =
                others.stream().filter(walk -> walk.after().isEmpty()).toList();
        long began = watermarks.now();
        lock(scope, others, queues);
        watermarks.polled(
                fromTheFront.stream().flatMap(walk -> walk.queues().stream()).toList(),
                began,
                others.stream().mapToInt(walk -> walk.look().found().size()).sum());
        for (var left = unfinished(walks); !left.isEmpty(); left = unfinished(left)) {
            lock(scope, left, queues);
        }
        return walks.stream().map(LaneWalk::look).toList();
    }

    private static List<LaneWalk> unfinished(List<LaneWalk> walks) {
        return walks.stream().filter(walk -> !walk.isOver()).toList();
    }

    private static void lock(PostgresScope scope, List<LaneWalk> walks, PostgresQueueTable queues) throws SQLException {
        if (walks.isEmpty()) {
            return;
        }
        boolean many = walks.stream().anyMatch(walk -> walk.queues().size() > FEW_QUEUES);
        String sql = many ? PostgresClaimStatements.OF_MANY_QUEUES : PostgresClaimStatements.OF_FEW_QUEUES;
        try (var statement = scope.prepare(sql)) {
            bindLanes(statement, walks, many);
            tell(scope, statement, walks, queues);
        }
    }

    /** The planner takes a range for so short that sorting it seems as cheap as reading it in order. It is not. */
    private static void lockFromMarks(PostgresScope scope, LaneWalk walk, List<Range> ranges, PostgresQueueTable queues)
            throws SQLException {
        try (var statement = scope.prepare(PostgresClaimStatements.READ_IN_ORDER)) {
            statement.execute();
        }
        try (var statement = scope.prepare(PostgresClaimStatements.FROM_THE_MARKS)) {
            bindRanges(statement, bindLanes(statement, List.of(walk), false), ranges);
            tell(scope, statement, List.of(walk), queues);
        }
    }

    /** Tells walks what a statement about them has locked. */
    private static void tell(
            PostgresScope scope, PreparedStatement statement, List<LaneWalk> walks, PostgresQueueTable queues)
            throws SQLException {
        var portions = Stream.generate(Portion::new).limit(walks.size()).toList();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                var portion = portions.get(row.getInt(LANE) - 1);
                int place = row.getInt(PLACE);
                long seq = row.getLong(SEQ);
                if (!row.wasNull()) {
                    portion.byPlace.put(
                            place,
                            new Found(
                                    seq,
                                    row.getInt(ExecutionRow.QUEUE),
                                    execution(scope, row, queues),
                                    ExecutionRow.isGuest(row)));
                } else if (place > 0) {
                    portion.keys = place;
                    portion.lastKey = Optional.of(Position.of(execution(scope, row, queues)));
                }
            }
        }
        for (int i = 0; i < portions.size(); i++) {
            portions.get(i).tell(walks.get(i));
        }
    }

    private static Execution execution(PostgresScope scope, ResultSet row, PostgresQueueTable queues)
            throws SQLException {
        return ExecutionRow.read(row, number -> queues.byNumber(scope, number));
    }

    /** Ids of the eligible executions of a lane that lie between two keys, in its order. */
    static List<ExecutionId> eligible(PostgresScope scope, List<Integer> queues, ExecutionRange range, int limit)
            throws SQLException {
        var keys = new ArrayList<Key>();
        for (String sql : List.of(PostgresClaimStatements.ELIGIBLE_FRESH, PostgresClaimStatements.ELIGIBLE_RETURNED)) {
            try (var statement = scope.prepare(sql)) {
                statement.setArray(1, scope.connection().createArrayOf("int4", queues.toArray()));
                statement.setBytes(2, range.after());
                statement.setBytes(3, range.upTo());
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

    /** Binds what the statements ask of each lane, and answers the next free place. */
    private static int bindLanes(PreparedStatement statement, List<LaneWalk> walks, boolean inTwoSteps)
            throws SQLException {
        var behind = walks.stream()
                .map(walk -> walk.after().map(Key::of).orElse(FRONT))
                .toList();
        var connection = statement.getConnection();
        var queues = walks.stream()
                .map(walk -> walk.queues().stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}")));
        statement.setArray(1, connection.createArrayOf("text", queues.toArray()));
        statement.setArray(2, array(statement, behind.stream().map(Key::rank).toArray()));
        statement.setArray(
                3,
                connection.createArrayOf(
                        "int8", behind.stream().map(Key::createdAt).toArray()));
        statement.setArray(
                4,
                connection.createArrayOf("bytea", behind.stream().map(Key::id).toArray(byte[][]::new)));
        var few = walks.stream().map(walk -> inTwoSteps ? walk.firstKeys() : walk.keys());
        statement.setArray(5, array(statement, few.toArray()));
        statement.setArray(
                6, array(statement, walks.stream().map(LaneWalk::keys).toArray()));
        statement.setArray(
                7, array(statement, walks.stream().map(LaneWalk::wanted).toArray()));
        return 8;
    }

    private static void bindRanges(PreparedStatement statement, int first, List<Range> ranges) throws SQLException {
        statement.setArray(
                first, array(statement, ranges.stream().map(Range::queue).toArray()));
        statement.setArray(
                first + 1, array(statement, ranges.stream().map(Range::fromRank).toArray()));
        statement.setArray(
                first + 2,
                statement
                        .getConnection()
                        .createArrayOf("int8", ranges.stream().map(Range::since).toArray()));
        statement.setArray(
                first + 3, array(statement, ranges.stream().map(Range::toRank).toArray()));
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
