package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.QueueNumbers;
import io.flowfabric.store.jdbc.QueueNumbers.Alike;
import io.flowfabric.store.jdbc.QueueNumbers.QueueRows;
import io.flowfabric.store.jdbc.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.QueueRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Queues and lanes. Queues are few, are only ever added, and are kept in memory; what a transaction added is kept from
 * its commit on. Safe for use by any thread.
 */
final class QueueTable {
    private static final String BY_NUMBER = "SELECT " + QueueRow.COLUMNS + " FROM ff_queues WHERE number = ?";

    private static final String ALIKE =
            "SELECT kind, number FROM ff_queues WHERE lane = ? AND namespace = ? AND capabilities = ?";

    private static final String ADD =
            "INSERT INTO ff_queues (namespace, lane, capabilities, kind) VALUES (?, ?, ?, ?) RETURNING number";

    private static final String ADD_LANE =
            "INSERT INTO ff_lanes (lane, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING";

    private static final String LANES = "SELECT lane FROM ff_lanes WHERE lane > ? ORDER BY lane LIMIT ?";

    private static final String LANES_OF_NAMESPACE =
            "SELECT lane FROM ff_lanes l WHERE lane > ? AND EXISTS (SELECT 1 FROM ff_queues q"
                    + " WHERE q.lane = l.lane AND q.namespace = ?) ORDER BY lane LIMIT ?";

    private static final String OF_LANE = "SELECT number FROM ff_queues WHERE lane = ? ORDER BY number";

    private static final String NEWEST = "SELECT coalesce(max(number), 0) FROM ff_queues";

    /** The queues of a lane, as they were when the newest queue of all was a certain one. */
    private record Known(int newest, List<Queue> queues) {}

    private final Map<Integer, Queue> byNumber = new ConcurrentHashMap<>();
    private final QueueNumbers numbers = new QueueNumbers();
    private final Map<LaneId, Known> byLane = new ConcurrentHashMap<>();

    /** Fails with {@code corruption} for a number that no queue has. */
    Queue byNumber(SqlScope scope, int number) throws SQLException {
        Queue known = byNumber.get(number);
        if (known != null) {
            return known;
        }
        var statement = scope.prepare(BY_NUMBER);
        statement.setInt(1, number);
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw EngineError.of(
                                ErrorCode.CORRUPTION,
                                "queue: " + number,
                                "An execution names a queue that does not exist; the file was damaged.")
                        .toException();
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

    /** The number of the queue for executions of a kind, which is added with its lane when it is new. */
    int intern(WriteScope scope, Wanted wanted, long now) throws SQLException {
        var known = numbers.of(wanted.alike(), wanted.kind());
        if (known.isPresent()) {
            return known.getAsInt();
        }
        return numbers.intern(wanted, new QueueRows() {
            @Override
            public Map<String, Integer> alike(Alike alike) throws SQLException {
                return QueueTable.alike(scope, alike);
            }

            @Override
            public int add(Alike alike, String kind) throws SQLException {
                return QueueTable.add(scope, alike, kind, now);
            }

            @Override
            public void afterCommit(Runnable kept) {
                scope.afterCommit(kept);
            }
        });
    }

    /** The numbers of the queues that differ in their kind alone. */
    private static Map<String, Integer> alike(WriteScope scope, Alike key) throws SQLException {
        var statement = scope.prepare(ALIKE);
        Columns.bindAll(
                statement,
                key.lane().value(),
                key.namespace().value(),
                key.capabilities().csv());
        try (ResultSet row = statement.executeQuery()) {
            return QueueNumbers.read(row);
        }
    }

    /** The queues of some lanes; kept from the commit on, because the number of a queue that is lost is given out again. */
    List<Queue> ofLanes(WriteScope scope, Collection<LaneId> lanes) throws SQLException {
        int newest = newest(scope);
        var queues = new ArrayList<Queue>();
        for (LaneId lane : lanes) {
            Known known = byLane.get(lane);
            if (known == null || known.newest() != newest) {
                var read = new Known(newest, readLane(scope, lane));
                scope.afterCommit(() -> byLane.put(lane, read));
                known = read;
            }
            queues.addAll(known.queues());
        }
        return queues;
    }

    static List<LaneId> lanes(SqlScope scope, Optional<Namespace> namespace, Optional<LaneId> after, int limit)
            throws SQLException {
        String behind = after.map(LaneId::value).orElse("");
        var statement = scope.prepare(namespace.isPresent() ? LANES_OF_NAMESPACE : LANES);
        if (namespace.isPresent()) {
            Columns.bindAll(statement, behind, namespace.get().value(), limit);
        } else {
            Columns.bindAll(statement, behind, limit);
        }
        var lanes = new ArrayList<LaneId>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                lanes.add(new LaneId(row.getString(1)));
            }
        }
        return lanes;
    }

    static void addLane(WriteScope scope, LaneId lane, long now) throws SQLException {
        var statement = scope.prepare(ADD_LANE);
        Columns.bindAll(statement, lane.value(), now);
        statement.executeUpdate();
    }

    private static int add(WriteScope scope, Alike key, String kind, long now) throws SQLException {
        addLane(scope, key.lane(), now);
        var queue = scope.prepare(ADD);
        Columns.bindAll(
                queue,
                key.namespace().value(),
                key.lane().value(),
                key.capabilities().csv(),
                kind);
        try (ResultSet row = queue.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    private int newest(SqlScope scope) throws SQLException {
        try (ResultSet row = scope.prepare(NEWEST).executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    /** The queues of a lane as a reader sees them, who keeps nothing. */
    List<Queue> readLane(SqlScope scope, LaneId lane) throws SQLException {
        var numbersOfLane = new ArrayList<Integer>();
        var statement = scope.prepare(OF_LANE);
        statement.setString(1, lane.value());
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                numbersOfLane.add(row.getInt(1));
            }
        }
        var queues = new ArrayList<Queue>();
        for (int number : numbersOfLane) {
            queues.add(byNumber(scope, number));
        }
        return List.copyOf(queues);
    }
}
