package io.flowfabric.store.sqlite.table;

import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Deletes what was kept long enough, and remembers up to which number events and executions are thereby gone. */
final class SqlitePurge {
    /** Of the events that outlived their page; the others go with it. Read from {@code ff_events_execution} alone. */
    static final String NEWEST_EVENT = """
            SELECT max(event_id) FROM ff_events INDEXED BY ff_events_execution
            WHERE execution_seq IN (SELECT value FROM json_each(?))""";

    /** Served by {@code ff_events_execution}. */
    static final String EVENTS = """
            DELETE FROM ff_events INDEXED BY ff_events_execution
            WHERE execution_seq IN (SELECT value FROM json_each(?))""";

    /** By row numbers, which begin the keys of these tables. */
    static final List<String> BELONGINGS = List.of(
            "DELETE FROM ff_attempts WHERE seq IN (SELECT value FROM json_each(?))",
            "DELETE FROM ff_grants WHERE seq IN (SELECT value FROM json_each(?))",
            "DELETE FROM ff_contents WHERE seq IN (SELECT value FROM json_each(?))");

    /** By row numbers. Executions that are not at this version stay, which the answer shows. */
    static final String EXECUTIONS = """
            DELETE FROM ff_executions WHERE version = ? AND seq IN (SELECT value FROM json_each(?))
            RETURNING queue""";

    private static final String TRIMMED_TO = "UPDATE ff_outbox SET trimmed_to = max(trimmed_to, ?)";

    private static final String PURGED_TO = "UPDATE ff_outbox SET purged_to = max(purged_to, ?)";

    /** Served by {@code ff_idempotency_keys_until}. */
    static final String KEYS = """
            DELETE FROM ff_idempotency_keys WHERE (namespace, key) IN (
                SELECT namespace, key FROM ff_idempotency_keys WHERE until <= ? ORDER BY until LIMIT ?)""";

    private SqlitePurge() {}

    /**
     * Deletes executions, table by table and their own rows last. The numbers up to which events and executions are gone
     * are written in the same transaction, so that none is ever given out again.
     *
     * @param versions the versions on which the ends were decided, by row number
     */
    static void executions(SqlScope scope, Map<Long, Long> versions) throws SQLException {
        String seqs = RowNumbers.json(versions.keySet());
        var newest = scope.prepare(NEWEST_EVENT);
        newest.setString(1, seqs);
        trimmedTo(scope, ResultRows.of(newest, row -> row.getLong(1)).get(0));
        delete(scope, EVENTS, seqs);
        for (String belonging : BELONGINGS) {
            delete(scope, belonging, seqs);
        }
        var purged = scope.prepare(PURGED_TO);
        purged.setLong(1, Collections.max(versions.keySet()));
        purged.executeUpdate();
        deleteRows(scope, versions);
    }

    private static void delete(SqlScope scope, String sql, String seqs) throws SQLException {
        var statement = scope.prepare(sql);
        statement.setString(1, seqs);
        statement.executeUpdate();
    }

    private static void deleteRows(SqlScope scope, Map<Long, Long> versions) throws SQLException {
        var byVersion = versions.keySet().stream().collect(Collectors.groupingBy(versions::get));
        var counts = new HashMap<Integer, Long>();
        int deleted = 0;
        for (var alike : byVersion.entrySet()) {
            var statement = scope.prepare(EXECUTIONS);
            statement.setLong(1, alike.getKey());
            statement.setString(2, RowNumbers.json(alike.getValue()));
            for (int queue : ResultRows.of(statement, row -> row.getInt(1))) {
                counts.merge(queue, -1L, Long::sum);
                deleted++;
            }
        }
        if (deleted != versions.size()) {
            throw new IllegalStateException(
                    "%d of these executions are not at the version on which their end was decided, by row number: %s"
                            .formatted(versions.size() - deleted, versions));
        }
        SqliteQueueCounts.add(scope, counts);
    }

    static int keys(SqlScope scope, long endedBy, int limit) throws SQLException {
        var keys = scope.prepare(KEYS);
        keys.setLong(1, endedBy);
        keys.setInt(2, limit);
        return keys.executeUpdate();
    }

    static void trimmedTo(SqlScope scope, long newest) throws SQLException {
        if (newest > 0) {
            var trimmed = scope.prepare(TRIMMED_TO);
            trimmed.setLong(1, newest);
            trimmed.executeUpdate();
        }
    }
}
