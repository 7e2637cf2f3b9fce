package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.store.read.MissedWakeUpReads;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.JsonColumn;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What calls may have missed, asked for all of them in one snapshot. */
final class SqliteMissedWakeUpQueries implements MissedWakeUpReads {
    /** The lanes that have an entry in one of the indexes of the claims; each queue is searched once in each. */
    static final String WORK = "SELECT value FROM json_each(?) WHERE " + hasCandidates("q.lane = value");

    /** The same of lanes with a namespace behind a comma, which no lane has, without reading the queues of others. */
    static final String WORK_OF_NAMESPACES = "SELECT value FROM json_each(?) WHERE "
            + hasCandidates("q.lane = substr(value, 1, instr(value, ',') - 1)"
                    + " AND q.namespace = substr(value, instr(value, ',') + 1)");

    private final SqlScope scope;
    private final SqliteTables tables;

    SqliteMissedWakeUpQueries(SqlScope scope, SqliteTables tables) {
        this.scope = scope;
        this.tables = tables;
    }

    @Override
    public MissedWakeUps news(Awaited awaited) {
        return UncheckedSql.run(() -> {
            var cursors = new SqliteCursorTable(scope);
            var free = awaited.cursors().stream()
                    .filter(key ->
                            cursors.find(key).flatMap(cursor -> cursor.lease()).isEmpty())
                    .collect(Collectors.toSet());
            return new MissedWakeUps(
                    work(awaited.work()),
                    tables.executions().settled(scope, awaited.executions()),
                    free,
                    new SqliteEventTable(scope).newest());
        });
    }

    private Set<WakeUpKey.Work> work(Set<WakeUpKey.Work> awaited) throws SQLException {
        var found = new HashSet<WakeUpKey.Work>();
        for (boolean any : new boolean[] {true, false}) {
            var asked = awaited.stream()
                    .filter(key -> key.namespace().isEmpty() == any)
                    .map(SqliteMissedWakeUpQueries::text)
                    .toList();
            if (!asked.isEmpty()) {
                var statement = scope.prepare(any ? WORK : WORK_OF_NAMESPACES);
                statement.setString(1, JsonColumn.list(asked));
                found.addAll(ResultRows.of(statement, row -> key(row.getString(1))));
            }
        }
        return found;
    }

    private static String text(WakeUpKey.Work key) {
        return key.lane() + key.namespace().map(only -> "," + only.value()).orElse("");
    }

    private static WakeUpKey.Work key(String text) {
        int comma = text.indexOf(',');
        return comma < 0
                ? new WakeUpKey.Work(new LaneId(text), Optional.empty())
                : new WakeUpKey.Work(
                        new LaneId(text.substring(0, comma)), Optional.of(new Namespace(text.substring(comma + 1))));
    }

    private static String hasCandidates(String which) {
        return "EXISTS (SELECT 1 FROM ff_queues q WHERE " + which
                + " AND (EXISTS (" + SqliteClaimQueries.FRESH.replace("queue = ?", "queue = q.number") + ")"
                + " OR EXISTS (" + SqliteClaimQueries.RETURNED.replace("queue = ?", "queue = q.number") + ")))";
    }
}
