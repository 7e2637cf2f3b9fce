package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.engine.store.write.LaneWrites.QueueCheck;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * How many executions each queue has, and the removal of queues that have none. There is one writer at a time in all
 * processes, and every write transaction that uses a number it has kept checks first whether queues were removed
 * meanwhile.
 */
final class SqliteQueueCounts {
    private static final String COUNT = "UPDATE ff_queues SET executions = executions + ? WHERE number = ?";

    /** Served by {@code ff_queues_look}. */
    static final String DUE = """
            SELECT number, executions = 0 FROM ff_queues INDEXED BY ff_queues_look
            WHERE look_at <= ? ORDER BY look_at LIMIT ?""";

    private static final String LOOK_AGAIN = "UPDATE ff_queues SET look_at = ? WHERE number = ?";

    /** A queue that has something to claim stays, whatever was counted. */
    static final String REMOVE =
            "DELETE FROM ff_queues WHERE number IN (SELECT value FROM json_each(?)) AND executions = 0"
                    + " AND NOT EXISTS (" + SqliteClaimQueries.FRESH.replace("queue = ?", "queue = ff_queues.number")
                    + ")"
                    + " AND NOT EXISTS (" + SqliteClaimQueries.RETURNED.replace("queue = ?", "queue = ff_queues.number")
                    + ")";

    private static final String CHANGED = "UPDATE ff_outbox SET queue_changes = queue_changes + 1";

    private SqliteQueueCounts() {}

    /** Counts executions that are created, or purged when the numbers are negative. */
    static void add(SqlScope scope, Map<Integer, Long> added) throws SQLException {
        var statement = scope.prepare(COUNT);
        for (var one : added.entrySet()) {
            Columns.bindAll(statement, one.getValue(), one.getKey());
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("Queue %d is not stored".formatted(one.getKey()));
            }
        }
    }

    private record Due(int number, boolean isEmpty) {
        static Due read(ResultSet row) throws SQLException {
            return new Due(row.getInt(1), row.getBoolean(2));
        }
    }

    static QueueCheck look(SqlScope scope, long now, int limit) throws SQLException {
        var statement = scope.prepare(DUE);
        Columns.bindAll(statement, now, limit);
        var due = ResultRows.of(statement, Due::read);
        var again = scope.prepare(LOOK_AGAIN);
        for (var one : due) {
            Columns.bindAll(again, now + (one.isEmpty() ? QueueRules.LOOK_AGAIN_MS : QueueRules.LOOK_MS), one.number());
            again.executeUpdate();
        }
        return new QueueCheck(
                due.size(), due.stream().filter(Due::isEmpty).map(Due::number).toList());
    }

    static int remove(SqlScope scope, Collection<Integer> numbers) throws SQLException {
        var statement = scope.prepare(REMOVE);
        statement.setString(1, RowNumbers.json(List.copyOf(numbers)));
        int removed = statement.executeUpdate();
        if (removed > 0) {
            scope.prepare(CHANGED).executeUpdate();
        }
        return removed;
    }
}
