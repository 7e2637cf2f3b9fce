package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.store.read.LaneReads;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.query.LaneQuery;
import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.row.LoadRows;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.ResultSet;
import java.util.List;
import java.util.Optional;

/** What readers ask about lanes. */
final class SqliteLaneQueries implements LaneReads {
    /** Counts along the indexes of the claims, of the delays and of the leases, no further than is asked. */
    static final String LOAD = """
            SELECT 'backlog', q.lane, sum(
                (SELECT count(*) FROM ($fresh LIMIT $most)) + (SELECT count(*) FROM ($returned LIMIT $most)))
            FROM ff_queues q GROUP BY q.lane
            UNION ALL SELECT 'delayed', '', count(*) FROM (SELECT 1 FROM ff_executions
                INDEXED BY ff_executions_delay WHERE $delayed LIMIT $most)
            UNION ALL SELECT 'held', '', count(*) FROM (SELECT 1 FROM ff_executions
                INDEXED BY ff_executions_lease_end WHERE $leased LIMIT $most)
            UNION ALL SELECT 'reclaimable', '', count(*) FROM (SELECT 1 FROM ff_executions
                INDEXED BY ff_executions_lapse WHERE $reclaimable LIMIT $most)
            UNION ALL SELECT 'workers', '', count(*) FROM (SELECT 1 FROM ff_workers LIMIT $most)
            UNION ALL SELECT 'follow_ups', '', count(*) FROM (SELECT 1 FROM ff_follow_ups LIMIT $most)
            UNION ALL SELECT 'failing', '', count(*) FROM (SELECT 1 FROM ff_follow_ups
                INDEXED BY ff_follow_ups_failing WHERE $failing LIMIT $most)
            """.replace("$fresh", SqliteClaimQueries.FRESH.replace("queue = ?", "queue = q.number"))
            .replace("$returned", SqliteClaimQueries.RETURNED.replace("queue = ?", "queue = q.number"))
            .replace("$delayed", StateConditions.DELAYED)
            .replace("$leased", StateConditions.LEASED)
            .replace("$reclaimable", StateConditions.RECLAIMABLE)
            .replace("$failing", StateConditions.FAILING)
            .replace("$most", Integer.toString(EngineLoad.MOST_COUNTED));

    private final SqlScope scope;

    SqliteLaneQueries(SqlScope scope) {
        this.scope = scope;
    }

    @Override
    public List<LaneId> list(Optional<Namespace> namespace, Optional<LaneId> after, int limit) {
        return UncheckedSql.run(() -> SqliteQueueTable.lanes(scope, new LaneQuery(namespace, after, limit)));
    }

    @Override
    public EngineLoad load() {
        return UncheckedSql.run(() -> {
            try (ResultSet rows = scope.prepare(LOAD).executeQuery()) {
                return LoadRows.read(rows);
            }
        });
    }
}
