package io.flowfabric.store.postgres;

import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.store.LaneReads;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.LoadRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.ResultSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What readers ask about lanes. */
final class PgLaneQueries implements LaneReads {
    /** The first entry of each queue in each of the indexes of the claims. */
    static final String MAY_HAVE_WORK = mayHaveWork("q.lane = ANY (?)");

    /** The same of a namespace, without a look at the queues of others. */
    static final String MAY_HAVE_WORK_OF_NAMESPACE = mayHaveWork("q.lane = ANY (?) AND q.namespace = ?");

    /**
     * Counts along the indexes of the claims, of the delays and of the leases, no further than is asked. The order is
     * theirs: without it, statistics that are out of date lead to the whole table.
     */
    static final String LOAD = """
            SELECT 'backlog', q.lane, sum(
                (SELECT count(*) FROM (SELECT FROM ff.executions WHERE queue = q.number AND $fresh $ordered) f)
                + (SELECT count(*) FROM (SELECT FROM ff.executions WHERE queue = q.number AND $returned $ordered) r))
            FROM ff.queues q GROUP BY q.lane
            UNION ALL SELECT 'delayed', '', count(*)
            FROM (SELECT FROM ff.executions WHERE vector BETWEEN 20 AND 49 ORDER BY delay_until LIMIT $most) d
            UNION ALL SELECT 'held', '', count(*)
            FROM (SELECT FROM ff.executions WHERE vector = 114 ORDER BY lease_expires_at LIMIT $most) h
            UNION ALL SELECT 'lapsed', '', count(*)
            FROM (SELECT FROM ff.executions WHERE vector BETWEEN 120 AND 139 ORDER BY $lapsed_at, id LIMIT $most) l
            UNION ALL SELECT 'workers', '', count(*) FROM (SELECT FROM ff.workers LIMIT $most) w
            """.replace("$fresh", PgClaimStatements.FRESH)
            .replace("$returned", PgClaimStatements.RETURNED)
            .replace("$lapsed_at", PgDueQueries.LAPSED_AT)
            .replace("$ordered", "ORDER BY rank, created_at, id LIMIT $most")
            .replace("$most", Integer.toString(EngineLoad.MOST_COUNTED));

    private static String mayHaveWork(String which) {
        return "SELECT EXISTS (SELECT FROM ff.queues q WHERE " + which + " AND " + PgClaimStatements.HAS_CANDIDATES
                + ")";
    }

    private final PgScope scope;

    PgLaneQueries(PgScope scope) {
        this.scope = scope;
    }

    @Override
    public List<LaneId> list(Optional<Namespace> namespace, Optional<LaneId> after, int limit) {
        return UncheckedSql.run(() -> PgQueueTable.lanes(scope, namespace, after, limit));
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

    @Override
    public boolean mayHaveWork(Collection<LaneId> lanes, Optional<Namespace> namespace) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(namespace.isPresent() ? MAY_HAVE_WORK_OF_NAMESPACE : MAY_HAVE_WORK)) {
                statement.setArray(1, PgQueueTable.laneArray(statement, lanes));
                if (namespace.isPresent()) {
                    statement.setString(2, namespace.get().value());
                }
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return row.getBoolean(1);
                }
            }
        });
    }
}
