package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.store.read.LaneReads;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.query.LaneQuery;
import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.row.LoadRows;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.ResultSet;
import java.util.List;
import java.util.Optional;

/** What readers ask about lanes. */
final class PostgresLaneQueries implements LaneReads {
    /**
     * Counts entries of the claims, of the delays and of the leases, no further than is asked. The order is that of their keys:
     * without it, statistics that are out of date lead to whole tables.
     */
    static final String LOAD = """
            SELECT 'backlog', q.lane, sum(
                (SELECT count(*) FROM (SELECT FROM ff.fresh_entries WHERE queue = q.number $ordered) f)
                + (SELECT count(*) FROM (SELECT FROM ff.returned_entries WHERE queue = q.number $ordered) r))
            FROM ff.queues q GROUP BY q.lane
            UNION ALL SELECT 'delayed', '', count(*)
            FROM (SELECT FROM ff.due_entries x WHERE $delay ORDER BY at, id LIMIT $most) d
            UNION ALL SELECT 'held', '', count(*)
            FROM (SELECT FROM ff.lease_entries ORDER BY at, id LIMIT $most) h
            UNION ALL SELECT 'reclaimable', '', count(*)
            FROM (SELECT FROM ff.due_entries x WHERE $reclaimable ORDER BY at, id LIMIT $most) l
            UNION ALL SELECT 'workers', '', count(*) FROM (SELECT FROM ff.workers LIMIT $most) w
            UNION ALL SELECT 'follow_ups', '', count(*) FROM (SELECT FROM ff.follow_ups LIMIT $most) u
            UNION ALL SELECT 'failing', '', count(*)
            FROM (SELECT FROM ff.follow_ups WHERE $failing ORDER BY number LIMIT $most) x
            """.replace("$delay", EntryKind.DELAY.only())
            .replace("$reclaimable", EntryKind.RECLAIMABLE.only())
            .replace("$failing", StateConditions.FAILING)
            .replace("$ordered", "ORDER BY rank, created_at, id LIMIT $most")
            .replace("$most", Integer.toString(EngineLoad.MOST_COUNTED));

    private final PostgresScope scope;

    PostgresLaneQueries(PostgresScope scope) {
        this.scope = scope;
    }

    @Override
    public List<LaneId> list(Optional<Namespace> namespace, Optional<LaneId> after, int limit) {
        return UncheckedSql.run(() -> PostgresQueueTable.lanes(scope, new LaneQuery(namespace, after, limit)));
    }

    @Override
    public EngineLoad load() {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(LOAD);
                    ResultSet rows = statement.executeQuery()) {
                return LoadRows.read(rows);
            }
        });
    }
}
