package io.flowfabric.store.postgres;

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
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Queues and lanes. Queues are few, are only ever added, and are kept in memory; what a transaction added is kept from
 * its commit on. Safe for use by any thread.
 */
final class PgQueueTable {
    private static final String ALL =
            "SELECT " + QueueRow.COLUMNS + " FROM ff.queues WHERE lane = ANY (?) ORDER BY number";

    private static final String BY_NUMBER = "SELECT " + QueueRow.COLUMNS + " FROM ff.queues WHERE number = ?";

    private static final String ALIKE =
            "SELECT kind, number FROM ff.queues" + " WHERE lane = ? AND namespace = ? AND capabilities = ?";

    /** Waits for another transaction that adds the same queue; finds nothing to return when that one committed. */
    private static final String ADD = """
            INSERT INTO ff.queues (namespace, lane, capabilities, kind) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING RETURNING number""";

    private static final String ADD_LANE =
            "INSERT INTO ff.lanes (lane, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING";

    private static final String LANES = "SELECT lane FROM ff.lanes WHERE lane > ? ORDER BY lane LIMIT ?";

    private static final String LANES_OF_NAMESPACE =
            "SELECT lane FROM ff.lanes l WHERE lane > ? AND EXISTS (SELECT FROM ff.queues q"
                    + " WHERE q.lane = l.lane COLLATE \"default\" AND q.namespace = ?) ORDER BY lane LIMIT ?";

    private final Map<Integer, Queue> byNumber = new ConcurrentHashMap<>();
    private final QueueNumbers numbers = new QueueNumbers();

    /** Fails with {@code corruption} for a number that no queue has. */
    Queue byNumber(PgScope scope, int number) throws SQLException {
        Queue known = byNumber.get(number);
        if (known != null) {
            return known;
        }
        try (var statement = scope.prepare(BY_NUMBER)) {
            statement.setInt(1, number);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw EngineError.of(
                                    ErrorCode.CORRUPTION,
                                    "queue: " + number,
                                    "An execution names a queue that does not exist; the database was damaged.")
                            .toException();
                }
                return keep(scope, QueueRow.read(row));
            }
        }
    }

    /** Another transaction has committed it, unless this one has added queues itself. */
    private Queue keep(PgScope scope, Queue found) {
        if (!scope.addsQueues()) {
            byNumber.put(found.number(), found);
        }
        return found;
    }

    List<Queue> ofLanes(PgScope scope, Collection<LaneId> lanes) throws SQLException {
        var queues = new ArrayList<Queue>();
        scope.now(new Step(
                ALL,
                (statement, first) -> {
                    statement.setArray(first, laneArray(statement, lanes));
                    return first + 1;
                },
                row -> {
                    while (row.next()) {
                        Queue known = byNumber.get(row.getInt(1));
                        queues.add(known != null ? known : keep(scope, QueueRow.read(row)));
                    }
                }));
        return queues;
    }

    static Array laneArray(PreparedStatement statement, Collection<LaneId> lanes) throws SQLException {
        return statement
                .getConnection()
                .createArrayOf("text", lanes.stream().map(LaneId::value).toArray());
    }

    static List<LaneId> lanes(PgScope scope, Optional<Namespace> namespace, Optional<LaneId> after, int limit)
            throws SQLException {
        String behind = after.map(LaneId::value).orElse("");
        try (var statement = scope.prepare(namespace.isPresent() ? LANES_OF_NAMESPACE : LANES)) {
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
    }

    /** The number of the queue for executions of a kind, which is added with its lane when it is new. */
    int intern(PgScope scope, Wanted wanted, long now) throws SQLException {
        var known = numbers.of(wanted.alike(), wanted.kind());
        if (known.isPresent()) {
            return known.getAsInt();
        }
        if (scope.isCallers()) {
            // Others who submit to a new lane would wait for the caller's commit if it were added in between.
            return scope.aside(own -> intern(own, wanted, now));
        }
        return numbers.intern(wanted, new QueueRows() {
            @Override
            public Map<String, Integer> alike(Alike alike) throws SQLException {
                return PgQueueTable.alike(scope, alike);
            }

            @Override
            public int add(Alike alike, String kind) throws SQLException {
                return PgQueueTable.add(scope, alike, kind, now);
            }

            @Override
            public void afterCommit(Runnable kept) {
                scope.afterCommit(kept);
            }
        });
    }

    static void addLane(PgScope scope, LaneId lane, long now) throws SQLException {
        try (var statement = scope.prepare(ADD_LANE)) {
            Columns.bindAll(statement, lane.value(), now);
            statement.executeUpdate();
        }
    }

    private static int add(PgScope scope, Alike key, String kind, long now) throws SQLException {
        scope.addQueues();
        addLane(scope, key.lane(), now);
        try (var statement = scope.prepare(ADD)) {
            Columns.bindAll(
                    statement,
                    key.namespace().value(),
                    key.lane().value(),
                    key.capabilities().csv(),
                    kind);
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    return row.getInt(1);
                }
            }
        }
        return Objects.requireNonNull(alike(scope, key).get(kind), "Another transaction has added the queue");
    }

    /** The numbers of the queues that differ in their kind alone. */
    private static Map<String, Integer> alike(PgScope scope, Alike key) throws SQLException {
        try (var statement = scope.prepare(ALIKE)) {
            Columns.bindAll(
                    statement,
                    key.lane().value(),
                    key.namespace().value(),
                    key.capabilities().csv());
            try (ResultSet row = statement.executeQuery()) {
                return QueueNumbers.read(row);
            }
        }
    }
}
