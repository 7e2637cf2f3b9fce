package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.read.MissedWakeUpReads;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.outbox.PageNumbers;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What calls may have missed, asked for all of them by one statement. */
final class PostgresMissedWakeUpQueries implements MissedWakeUpReads {
    private static final List<ColumnType> PAIRS = List.of(ColumnType.TEXT, ColumnType.TEXT);

    /**
     * Lanes with an entry for claims, of any namespace and of some; executions by the unique index; cursors by
     * their primary key; the sequence by a call. One snapshot, which needs no transaction. Queues are found by a subquery for each lane:
     * EXISTS may become a join that reads the queues of all namespaces.
     */
    static final String NEWS = """
            SELECT 'lane', w.lane, NULL::text, NULL::bytea, NULL::bigint FROM unnest(?::text[]) AS w (lane)
            WHERE (SELECT bool_or($candidates) FROM ff.queues q WHERE q.lane = w.lane)
            UNION ALL SELECT 'lane', w.lane, w.namespace, NULL, NULL FROM unnest($pairs) AS w (lane, namespace)
            WHERE (SELECT bool_or($candidates) FROM ff.queues q
                WHERE q.lane = w.lane AND q.namespace = w.namespace)
            UNION ALL SELECT 'end', NULL, NULL, w.id, NULL FROM unnest(?::bytea[]) AS w (id) WHERE $settled
            UNION ALL SELECT 'cursor', w.name, w.namespace, NULL, NULL FROM unnest($pairs) AS w (name, namespace)
            WHERE NOT EXISTS (SELECT FROM ff.cursors c
                WHERE c.namespace = w.namespace AND c.name = w.name AND c.holder IS NOT NULL)
            UNION ALL SELECT 'event', NULL, NULL, NULL, $newest
            """.replace("$candidates", PostgresClaimStatements.HAS_CANDIDATES)
            .replace("$settled", PostgresExecutionTable.IS_SETTLED)
            .replace("$newest", PostgresEventTable.DRAWN)
            .replace("$pairs", ArrayRows.parameters(PAIRS));

    private final PostgresScope scope;

    PostgresMissedWakeUpQueries(PostgresScope scope) {
        this.scope = scope;
    }

    @Override
    public MissedWakeUps news(Awaited awaited) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(NEWS)) {
                bind(statement, awaited);
                try (ResultSet rows = statement.executeQuery()) {
                    return read(rows);
                }
            }
        });
    }

    private static void bind(PreparedStatement statement, Awaited awaited) throws SQLException {
        var lanes = awaited.work().stream()
                .filter(key -> key.namespace().isEmpty())
                .map(WakeUpKey.Work::lane)
                .toList();
        var lanesOfNamespaces = new ArrayRows(PAIRS);
        awaited.work()
                .forEach(key -> key.namespace()
                        .ifPresent(only -> lanesOfNamespaces.add(key.lane().value(), only.value())));
        var cursors = new ArrayRows(PAIRS);
        awaited.cursors()
                .forEach(key -> cursors.add(key.name().value(), key.namespace().value()));
        statement.setArray(1, PostgresQueueTable.laneArray(statement, lanes));
        int next = lanesOfNamespaces.bind(statement, 2);
        next = PostgresExecutionTable.bindIds(statement, next, awaited.executions());
        cursors.bind(statement, next);
    }

    private static MissedWakeUps read(ResultSet rows) throws SQLException {
        Set<WakeUpKey.Work> work = new HashSet<>();
        Set<ExecutionId> settled = new HashSet<>();
        Set<CursorKey> free = new HashSet<>();
        long newestEvent = 0;
        while (rows.next()) {
            switch (rows.getString(1)) {
                case "lane" ->
                    work.add(new WakeUpKey.Work(
                            new LaneId(rows.getString(2)),
                            Optional.ofNullable(rows.getString(3)).map(Namespace::new)));
                case "end" -> settled.add(ExecutionKey.decode(rows.getBytes(4)));
                case "cursor" ->
                    free.add(new CursorKey(new Namespace(rows.getString(3)), new CursorName(rows.getString(2))));
                default -> newestEvent = PageNumbers.end(rows.getLong(5));
            }
        }
        return new MissedWakeUps(work, settled, free, newestEvent);
    }
}
