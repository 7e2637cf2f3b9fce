package io.flowfabric.store.postgres.table;

import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresErrors;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many executions each queue has, and the removal of queues that have none. Every transaction that creates executions
 * adds to a count first, which locks the table of counts in {@code ROW EXCLUSIVE} mode until it ends, and finds in the same
 * statement that the queue exists. A removal locks that table in a mode that excludes all of those. So either a removal waits
 * for the transaction and sees what it counted, or the transaction waits for the removal and finds the queue gone: a statement
 * locks its tables before it takes its snapshot.
 */
final class PostgresQueueCounts {
    /** Queues that are gone are not counted, and missing from the answer. No other session has a row of this slot. */
    static final String COUNT = """
            INSERT INTO ff.queue_counts AS c (queue, slot, added)
            SELECT q.number, pg_backend_pid(), u.added FROM unnest(?::int4[], ?::int8[]) AS u (queue, added)
                JOIN ff.queues q ON q.number = u.queue
            ON CONFLICT (queue, slot) DO UPDATE SET added = c.added + excluded.added
            RETURNING c.queue""";

    /** For transactions that keep their first snapshot: it may show queues that are gone, and rows that are out of date. */
    private static final String COUNT_UNSEEN = """
            INSERT INTO ff.queue_counts (queue, slot, added)
            SELECT u.queue, -1 - floor(random() * 2000000000)::int4, u.added
            FROM unnest(?::int4[], ?::int8[]) AS u (queue, added)""";

    private static final String EXISTING = "SELECT number FROM ff.queues WHERE number = ANY (?)";

    /** Those for which it is time, unless another process is checking them. Served by {@code queues_look}. */
    static final String DUE =
            "SELECT number FROM ff.queues WHERE look_at <= ? ORDER BY look_at LIMIT ? FOR UPDATE SKIP LOCKED";

    private static final String LOOK_AGAIN = "UPDATE ff.queues SET look_at = ? WHERE number = ANY (?)";

    /** What sessions have counted, locked and as it was committed last; a row that its session is adding to stays. */
    static final String LOCK_COUNTS = """
            SELECT queue, slot, added FROM ff.queue_counts WHERE queue = ANY (?) AND slot <> 0
            FOR UPDATE SKIP LOCKED""";

    /** Rows that the statement before has locked, so that they are as it answered them. */
    private static final String DELETE_COUNTS = """
            DELETE FROM ff.queue_counts c USING unnest(?::int4[], ?::int4[]) AS u (queue, slot)
            WHERE c.queue = u.queue AND c.slot = u.slot""";

    private static final String ADD_TO_SUM = """
            INSERT INTO ff.queue_counts AS c (queue, slot, added)
            SELECT u.queue, 0, u.added FROM unnest(?::int4[], ?::int8[]) AS u (queue, added)
            ON CONFLICT (queue, slot) DO UPDATE SET added = c.added + excluded.added""";

    private static final String IS_EMPTY = "(SELECT sum(c.added) FROM ff.queue_counts c WHERE c.queue = q.number) = 0";

    static final String EMPTY = "SELECT q.number FROM unnest(?::int4[]) AS q (number) WHERE " + IS_EMPTY;

    /** Waits for all transactions that count, and keeps them and other removals waiting. */
    static final String LOCK = "LOCK TABLE ff.queue_counts IN SHARE ROW EXCLUSIVE MODE";

    /** A queue that has something to claim stays, whatever was counted. */
    static final String CERTAINLY_EMPTY = EMPTY + " AND NOT (" + PostgresClaimStatements.HAS_CANDIDATES + ")";

    private static final String REMOVE =
            "DELETE FROM ff.queues WHERE number = ANY (?) RETURNING number, pg_current_xact_id()::text";

    private static final String FORGET = "DELETE FROM ff.queue_counts WHERE queue = ANY (?)";

    private PostgresQueueCounts() {}

    /**
     * Counts executions that the transaction is about to create. Fails with an error that has the unit run again when one
     * of the queues is gone, with the next statement if not at once.
     *
     * @param added how many, by queue
     * @param gone is run when one of the queues is gone
     */
    static void created(PostgresScope scope, Map<Integer, Long> added, Runnable gone) throws SQLException {
        if (scope.keepsSnapshot()) {
            scope.now(step(COUNT_UNSEEN, added));
            requireAll(added, scope.aside(own -> select(own, EXISTING, added.keySet())), gone);
        } else {
            var step = step(COUNT, added);
            scope.later(
                    new PipelinedStatement(step.sql(), step.binding(), rows -> requireAll(added, numbers(rows), gone)));
        }
    }

    /** Counts executions that the transaction has deleted, by queue; with the next statement, or with COMMIT. */
    static void deleted(PostgresScope scope, Map<Integer, Long> deleted) {
        var added = new TreeMap<Integer, Long>();
        deleted.forEach((queue, count) -> added.put(queue, -count));
        count(scope, added);
    }

    /** Begins to count a queue, so that it can be removed although nothing is ever created in it. */
    static void begin(PostgresScope scope, int queue) {
        count(scope, Map.of(queue, 0L));
    }

    private static void count(PostgresScope scope, Map<Integer, Long> added) {
        var step = step(COUNT, added);
        scope.later(new PipelinedStatement(step.sql(), step.binding(), rows -> {}));
    }

    private static PipelinedStatement step(String sql, Map<Integer, Long> added) {
        return new PipelinedStatement(sql, (statement, first) -> {
            var connection = statement.getConnection();
            statement.setArray(
                    first, connection.createArrayOf("int4", added.keySet().toArray()));
            statement.setArray(
                    first + 1, connection.createArrayOf("int8", added.values().toArray()));
            return first + 2;
        });
    }

    private static void requireAll(Map<Integer, Long> added, Set<Integer> found, Runnable gone) throws SQLException {
        if (!found.containsAll(added.keySet())) {
            gone.run();
            throw PostgresErrors.queueRemoved();
        }
    }

    /** Queues for which it is time, locked. */
    static List<Integer> due(PostgresScope scope, long now, int limit) {
        return PostgresQueries.rows(scope, DUE, row -> row.getInt(1), now, limit);
    }

    /** Those of some queues that seem to be empty. */
    static List<Integer> empty(PostgresScope scope, Collection<Integer> queues) throws SQLException {
        gather(scope, queues);
        return List.copyOf(select(scope, EMPTY, queues));
    }

    /** Puts together what sessions have counted in rows of their own: sessions come and go, and each leaves rows behind. */
    private static void gather(PostgresScope scope, Collection<Integer> queues) throws SQLException {
        var locked = new ArrayList<int[]>();
        var sums = new TreeMap<Integer, Long>();
        try (var statement = scope.prepare(LOCK_COUNTS)) {
            statement.setArray(1, array(statement, queues));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    locked.add(new int[] {row.getInt(1), row.getInt(2)});
                    sums.merge(row.getInt(1), row.getLong(3), Long::sum);
                }
            }
        }
        if (!locked.isEmpty()) {
            try (var statement = scope.prepare(DELETE_COUNTS)) {
                statement.setArray(
                        1, array(statement, locked.stream().map(key -> key[0]).toList()));
                statement.setArray(
                        2, array(statement, locked.stream().map(key -> key[1]).toList()));
                statement.executeUpdate();
            }
            scope.now(step(ADD_TO_SUM, sums));
        }
    }

    static void lookAgain(PostgresScope scope, Collection<Integer> queues, long at) throws SQLException {
        try (var statement = scope.prepare(LOOK_AGAIN)) {
            statement.setLong(1, at);
            statement.setArray(2, array(statement, queues));
            statement.executeUpdate();
        }
    }

    /** Removes those that are empty. The lock comes first: what is read after it holds until the commit. */
    static int remove(PostgresScope scope, Collection<Integer> queues) throws SQLException {
        try (var lock = scope.prepare(LOCK)) {
            lock.execute();
        }
        var empty = select(scope, CERTAINLY_EMPTY, queues);
        var removed = new ArrayList<Integer>();
        try (var statement = scope.prepare(REMOVE)) {
            statement.setArray(1, array(statement, empty));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    removed.add(row.getInt(1));
                    scope.transactionId(row.getString(2));
                }
            }
        }
        update(scope, FORGET, removed);
        return removed.size();
    }

    private static Set<Integer> select(PostgresScope scope, String sql, Collection<Integer> queues)
            throws SQLException {
        try (var statement = scope.prepare(sql)) {
            statement.setArray(1, array(statement, queues));
            try (ResultSet rows = statement.executeQuery()) {
                return numbers(rows);
            }
        }
    }

    private static void update(PostgresScope scope, String sql, Collection<Integer> queues) throws SQLException {
        try (var statement = scope.prepare(sql)) {
            statement.setArray(1, array(statement, queues));
            statement.executeUpdate();
        }
    }

    private static Set<Integer> numbers(ResultSet rows) throws SQLException {
        var numbers = new HashSet<Integer>();
        while (rows.next()) {
            numbers.add(rows.getInt(1));
        }
        return numbers;
    }

    private static Array array(PreparedStatement statement, Collection<Integer> numbers) throws SQLException {
        return statement.getConnection().createArrayOf("int4", numbers.toArray());
    }
}
