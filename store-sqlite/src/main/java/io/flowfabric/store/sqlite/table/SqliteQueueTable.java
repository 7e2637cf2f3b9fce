package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.BoundedCache;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.query.LaneQuery;
import io.flowfabric.store.jdbc.queue.LaneQueues;
import io.flowfabric.store.jdbc.queue.QueueNumbers;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Alike;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Interned;
import io.flowfabric.store.jdbc.queue.QueueNumbers.QueueRows;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.row.QueueRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Queues and lanes. What stands in a queue of a number never changes, and numbers are not used again, so queues are kept in
 * memory; what a transaction added is kept from its commit on. Which queues there are is kept with the count of changes at
 * which it was read: every write transaction compares that first. Safe for use by any thread.
 */
final class SqliteQueueTable {
    private static final String SELECT = "SELECT " + QueueRow.COLUMNS + " FROM ff_queues ";

    private static final String BY_NUMBER = SELECT + "WHERE number = ?";

    private static final String OF_LANE = SELECT + "WHERE lane = ?";

    /** Served by the unique index, whose first columns these are: it reads no queue of another namespace. */
    static final String OF_NAMESPACE = SELECT + "WHERE lane = ? AND namespace = ?";

    private static final String TO_INTERN =
            "SELECT " + LaneQueues.COLUMNS + " FROM ff_queues WHERE lane = ? AND namespace = ?";

    private static final String CHANGES = "SELECT queue_changes FROM ff_outbox";

    private static final String NEXT_NUMBER = """
            UPDATE ff_outbox SET queue_changes = 1 + max(queue_changes, (SELECT coalesce(max(number), 0) FROM ff_queues))
            RETURNING queue_changes""";

    private static final String ADD = """
            INSERT INTO ff_queues (number, namespace, lane, capabilities, kind, executions, look_at)
            VALUES (?, ?, ?, ?, ?, 0, ?)""";

    private static final String ADD_LANE =
            "INSERT INTO ff_lanes (lane, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING";

    private static final String ADD_NAMESPACE_LANE =
            "INSERT INTO ff_namespace_lanes (namespace, lane) VALUES (?, ?) ON CONFLICT DO NOTHING";

    private static final String LANES = "SELECT lane FROM ff_lanes WHERE lane > ? ORDER BY lane LIMIT ?";

    private static final String LANES_OF_NAMESPACE =
            "SELECT lane FROM ff_namespace_lanes WHERE lane > ? AND namespace = ? ORDER BY lane LIMIT ?";

    private static final int MOST_KEPT = 4000;

    /** Lanes of which the queues are kept. */
    private static final int MOST_LANES = 1000;

    private record LaneScope(LaneId lane, Optional<Namespace> namespace) {}

    /** The queues of a lane, as they were at a count of changes. */
    private record Known(long changes, List<Queue> queues) {}

    private final BoundedCache<Integer, Queue> byNumber = new BoundedCache<>(MOST_KEPT);
    private final BoundedCache<LaneScope, Known> byLane = new BoundedCache<>(MOST_LANES);
    private final QueueNumbers numbers = new QueueNumbers();
    /** The count of changes at which what {@link #numbers} has is true. */
    private long changesOfNumbers;

    /** Fails with {@code corruption} for a number that no queue has. */
    Queue byNumber(SqlScope scope, int number) throws SQLException {
        var known = byNumber.get(number);
        if (known.isPresent()) {
            return known.get();
        }
        var statement = scope.prepare(BY_NUMBER);
        statement.setInt(1, number);
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw QueueRow.missing(number);
            }
            var queue = QueueRow.read(row);
            rememberOnceCommitted(scope, queue);
            return queue;
        }
    }

    /** What a snapshot shows is committed; what a writer reads may be a neighbour's, whose group may yet be lost. */
    private void rememberOnceCommitted(SqlScope scope, Queue queue) {
        if (scope instanceof WriteScope writing) {
            writing.afterCommit(() -> byNumber.put(queue.number(), queue));
        } else {
            byNumber.put(queue.number(), queue);
        }
    }

    /** The numbers of queues, which are added with their lanes when they are new and there is room. */
    Interned intern(WriteScope scope, Collection<Wanted> wanted, long now) throws SQLException {
        forgetNumbersUnlessAt(changes(scope));
        return numbers.of(wanted, unknown -> numbers.intern(unknown, new Rows(scope, now)));
    }

    private synchronized void forgetNumbersUnlessAt(long changes) {
        if (changesOfNumbers != changes) {
            numbers.clear();
            changesOfNumbers = changes;
        }
    }

    /** Keeps numbers that were read at a count of changes, when no later one was seen. */
    private synchronized void keepNumbersOf(long changes, Runnable keeping) {
        if (changesOfNumbers <= changes) {
            forgetNumbersUnlessAt(changes);
            keeping.run();
        }
    }

    /** The queues of some lanes; kept from the commit on, because the number of a queue that is lost is given out again. */
    List<Queue> ofLanes(WriteScope scope, Collection<LaneId> lanes, Optional<Namespace> namespace) throws SQLException {
        long changes = changes(scope);
        var queues = new ArrayList<Queue>();
        for (LaneId lane : lanes) {
            var place = new LaneScope(lane, namespace);
            var known = byLane.get(place).filter(kept -> kept.changes() == changes);
            if (known.isEmpty()) {
                var read = new Known(changes, readLane(scope, lane, namespace));
                scope.afterCommit(() -> byLane.put(place, read));
                known = Optional.of(read);
            }
            queues.addAll(known.get().queues());
        }
        return queues;
    }

    static List<LaneId> lanes(SqlScope scope, LaneQuery page) throws SQLException {
        return page.read(scope.prepare(page.namespace().isPresent() ? LANES_OF_NAMESPACE : LANES));
    }

    static void addLane(WriteScope scope, LaneId lane, long now) throws SQLException {
        var statement = scope.prepare(ADD_LANE);
        Columns.bindAll(statement, lane.value(), now);
        statement.executeUpdate();
    }

    private static long changes(SqlScope scope) throws SQLException {
        try (ResultSet row = scope.prepare(CHANGES).executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The queues of a lane as a reader sees them; they are not kept. */
    List<Queue> readLane(SqlScope scope, LaneId lane, Optional<Namespace> namespace) throws SQLException {
        var statement = scope.prepare(namespace.isPresent() ? OF_NAMESPACE : OF_LANE);
        statement.setString(1, lane.value());
        if (namespace.isPresent()) {
            statement.setString(2, namespace.get().value());
        }
        return ResultRows.of(statement, QueueRow::read).stream()
                .sorted(Comparator.comparingInt(Queue::number))
                .toList();
    }

    /** The queues as a transaction sees them that may add some. */
    private final class Rows implements QueueRows {
        private final WriteScope scope;
        private final long now;

        Rows(WriteScope scope, long now) {
            this.scope = scope;
            this.now = now;
        }

        @Override
        public LaneQueues of(Namespace namespace, LaneId lane) throws SQLException {
            var statement = scope.prepare(TO_INTERN);
            Columns.bindAll(statement, lane.value(), namespace.value());
            try (ResultSet rows = statement.executeQuery()) {
                return LaneQueues.read(namespace, lane, rows);
            }
        }

        /** There is one writer at a time. */
        @Override
        public void lock(Namespace namespace, LaneId lane) throws SQLException {
            addLane(scope, lane, now);
            var statement = scope.prepare(ADD_NAMESPACE_LANE);
            Columns.bindAll(statement, namespace.value(), lane.value());
            statement.executeUpdate();
        }

        @Override
        public int add(Alike alike, String kind) throws SQLException {
            int number;
            try (ResultSet row = scope.prepare(NEXT_NUMBER).executeQuery()) {
                row.next();
                number = row.getInt(1);
            }
            var statement = scope.prepare(ADD);
            Columns.bindAll(
                    statement,
                    number,
                    alike.namespace().value(),
                    alike.lane().value(),
                    alike.capabilities().csv(),
                    kind,
                    now + QueueRules.LOOK_MS);
            statement.executeUpdate();
            return number;
        }

        /** What was read holds at the count of changes to which this transaction itself has brought it. */
        @Override
        public void afterCommit(Runnable kept) {
            long changes = UncheckedSql.run(() -> SqliteQueueTable.changes(scope));
            scope.afterCommit(() -> keepNumbersOf(changes, kept));
        }
    }
}
