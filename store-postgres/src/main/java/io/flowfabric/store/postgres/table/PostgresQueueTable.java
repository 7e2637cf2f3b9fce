package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.BoundedCache;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.query.LaneQuery;
import io.flowfabric.store.jdbc.queue.LaneQueues;
import io.flowfabric.store.jdbc.queue.QueueNumbers;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Alike;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Interned;
import io.flowfabric.store.jdbc.queue.QueueNumbers.QueueRows;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.row.QueueRow;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Queues and lanes. What stands in a queue of a number never changes, and numbers are not used again, so queues are kept in
 * memory; what a transaction added is kept from its commit on. Safe for use by any thread.
 */
final class PostgresQueueTable {
    private static final String OF_LANES = "SELECT " + QueueRow.COLUMNS + " FROM ff.queues WHERE lane = ANY (?)";

    /**
     * Served by the unique index, whose first columns these are: it reads no queue of another namespace. In no order: to have
     * one of numbers, the server may walk over all queues by their numbers.
     */
    static final String OF_NAMESPACE =
            "SELECT " + QueueRow.COLUMNS + " FROM ff.queues WHERE lane = ANY (?) AND namespace = ?";

    private static final String BY_NUMBER = "SELECT " + QueueRow.COLUMNS + " FROM ff.queues WHERE number = ?";

    private static final String TO_INTERN =
            "SELECT " + LaneQueues.COLUMNS + " FROM ff.queues WHERE lane = ? AND namespace = ?";

    /** The row is locked until the transaction has ended, whether it was there or not. */
    private static final String LOCK = """
            INSERT INTO ff.namespace_lanes (namespace, lane) VALUES (?, ?)
            ON CONFLICT (namespace, lane) DO UPDATE SET lane = excluded.lane""";

    private static final String ADD = """
            INSERT INTO ff.queues (namespace, lane, capabilities, kind, look_at) VALUES (?, ?, ?, ?, ?)
            RETURNING number""";

    private static final String ADD_LANE =
            "INSERT INTO ff.lanes (lane, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING";

    private static final String LANES = "SELECT lane FROM ff.lanes WHERE lane > ? ORDER BY lane LIMIT ?";

    private static final String LANES_OF_NAMESPACE =
            "SELECT lane FROM ff.namespace_lanes WHERE lane > ? AND namespace = ? ORDER BY lane LIMIT ?";

    private static final int MOST_KEPT = 4000;

    private final BoundedCache<Integer, Queue> byNumber = new BoundedCache<>(MOST_KEPT);
    private final QueueNumbers numbers = new QueueNumbers();

    /** Fails with {@code corruption} for a number that no queue has. */
    Queue byNumber(PostgresScope scope, int number) throws SQLException {
        var known = byNumber.get(number);
        if (known.isPresent()) {
            return known.get();
        }
        try (var statement = scope.prepare(BY_NUMBER)) {
            statement.setInt(1, number);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw QueueRow.missing(number);
                }
                return keep(scope, QueueRow.read(row));
            }
        }
    }

    /** Another transaction has committed it, unless this one has added queues itself. */
    private Queue keep(PostgresScope scope, Queue found) {
        if (!scope.addsQueues()) {
            byNumber.put(found.number(), found);
        }
        return found;
    }

    List<Queue> ofLanes(PostgresScope scope, Collection<LaneId> lanes, Optional<Namespace> namespace)
            throws SQLException {
        var queues = new ArrayList<Queue>();
        scope.now(new PipelinedStatement(
                namespace.isPresent() ? OF_NAMESPACE : OF_LANES,
                (statement, first) -> {
                    statement.setArray(first, laneArray(statement, lanes));
                    if (namespace.isPresent()) {
                        statement.setString(first + 1, namespace.get().value());
                    }
                    return first + (namespace.isPresent() ? 2 : 1);
                },
                row -> {
                    while (row.next()) {
                        var known = byNumber.get(row.getInt(1));
                        queues.add(known.isPresent() ? known.get() : keep(scope, QueueRow.read(row)));
                    }
                }));
        queues.sort(Comparator.comparingInt(Queue::number));
        return queues;
    }

    static Array laneArray(PreparedStatement statement, Collection<LaneId> lanes) throws SQLException {
        return statement
                .getConnection()
                .createArrayOf("text", lanes.stream().map(LaneId::value).toArray());
    }

    static List<LaneId> lanes(PostgresScope scope, LaneQuery page) throws SQLException {
        try (var statement = scope.prepare(page.namespace().isPresent() ? LANES_OF_NAMESPACE : LANES)) {
            return page.read(statement);
        }
    }

    /**
     * The numbers of queues, which are added with their lanes when they are new and there is room. One that this process
     * has kept may be gone: the unit that creates executions finds out with {@link PostgresQueueCounts#created}.
     */
    Interned intern(PostgresScope scope, Collection<Wanted> wanted, long now) throws SQLException {
        // In the caller's transaction, other submitters to a new lane would wait for the caller's commit.
        return numbers.of(
                wanted,
                unknown -> scope.isCallers()
                        ? scope.aside(own -> numbers.intern(unknown, new Rows(own, now)))
                        : numbers.intern(unknown, new Rows(scope, now)));
    }

    /** Forgets the numbers of queues by what stands in them: some of the queues were removed. */
    void forgetNumbers() {
        numbers.clear();
    }

    static void addLane(PostgresScope scope, LaneId lane, long now) throws SQLException {
        try (var statement = scope.prepare(ADD_LANE)) {
            Columns.bindAll(statement, lane.value(), now);
            statement.executeUpdate();
        }
    }

    /** The queues as a transaction sees them that may add some. */
    private record Rows(PostgresScope scope, long now) implements QueueRows {
        @Override
        public LaneQueues of(Namespace namespace, LaneId lane) throws SQLException {
            try (var statement = scope.prepare(TO_INTERN)) {
                Columns.bindAll(statement, lane.value(), namespace.value());
                try (ResultSet rows = statement.executeQuery()) {
                    return LaneQueues.read(namespace, lane, rows);
                }
            }
        }

        @Override
        public void lock(Namespace namespace, LaneId lane) throws SQLException {
            scope.addQueues();
            addLane(scope, lane, now);
            try (var statement = scope.prepare(LOCK)) {
                Columns.bindAll(statement, namespace.value(), lane.value());
                statement.executeUpdate();
            }
        }

        @Override
        public int add(Alike alike, String kind) throws SQLException {
            try (var statement = scope.prepare(ADD)) {
                Columns.bindAll(
                        statement,
                        alike.namespace().value(),
                        alike.lane().value(),
                        alike.capabilities().csv(),
                        kind,
                        now + QueueRules.LOOK_MS);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    int number = row.getInt(1);
                    PostgresQueueCounts.begin(scope, number);
                    return number;
                }
            }
        }

        @Override
        public void afterCommit(Runnable kept) {
            scope.afterCommit(kept);
        }
    }
}
