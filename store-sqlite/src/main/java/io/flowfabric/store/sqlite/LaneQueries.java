package io.flowfabric.store.sqlite;

import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.store.LaneReads;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.JsonColumn;
import io.flowfabric.store.jdbc.LoadRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.ResultSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What readers ask about lanes. */
final class LaneQueries implements LaneReads {
    /** The first entry of each queue in each of the indexes of the claims. */
    static final String MAY_HAVE_WORK = mayHaveWork("");

    /** The same of a namespace, without a look at the queues of others. */
    static final String MAY_HAVE_WORK_OF_NAMESPACE = mayHaveWork(" AND q.namespace = ?");

    /** Counts along the indexes of the claims, of the delays and of the leases, no further than is asked. */
    static final String LOAD = """
            SELECT 'backlog', q.lane, sum(
                (SELECT count(*) FROM ($fresh LIMIT $most)) + (SELECT count(*) FROM ($returned LIMIT $most)))
            FROM ff_queues q GROUP BY q.lane
            UNION ALL SELECT 'delayed', '', count(*) FROM (SELECT 1 FROM ff_executions
                INDEXED BY ff_executions_delay WHERE vector BETWEEN 20 AND 49 LIMIT $most)
            UNION ALL SELECT 'held', '', count(*) FROM (SELECT 1 FROM ff_executions
                INDEXED BY ff_executions_lease_end WHERE vector = 114 LIMIT $most)
            UNION ALL SELECT 'lapsed', '', count(*) FROM (SELECT 1 FROM ff_executions
                INDEXED BY ff_executions_lapse WHERE vector BETWEEN 120 AND 139 LIMIT $most)
            UNION ALL SELECT 'workers', '', count(*) FROM (SELECT 1 FROM ff_workers LIMIT $most)
            """.replace("$fresh", ClaimQueries.FRESH.replace("queue = ?", "queue = q.number"))
            .replace("$returned", ClaimQueries.RETURNED.replace("queue = ?", "queue = q.number"))
            .replace("$most", Integer.toString(EngineLoad.MOST_COUNTED));

    private static String mayHaveWork(String besides) {
        return "SELECT EXISTS (SELECT 1 FROM ff_queues q WHERE q.lane IN (SELECT value FROM json_each(?))" + besides
                + " AND (EXISTS (" + ClaimQueries.FRESH.replace("queue = ?", "queue = q.number") + ")"
                + " OR EXISTS (" + ClaimQueries.RETURNED.replace("queue = ?", "queue = q.number") + ")))";
    }

    private final SqlScope scope;

    LaneQueries(SqlScope scope) {
        this.scope = scope;
    }

    @Override
    public List<LaneId> list(Optional<Namespace> namespace, Optional<LaneId> after, int limit) {
        return UncheckedSql.run(() -> QueueTable.lanes(scope, namespace, after, limit));
    }

    @Override
    public EngineLoad load() {
        return UncheckedSql.run(() -> {
            try (ResultSet rows = scope.prepare(LOAD).executeQuery()) {
                return LoadRows.read(rows);
            }
        });
    }

    @Override
    public boolean mayHaveWork(Collection<LaneId> lanes, Optional<Namespace> namespace) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(namespace.isPresent() ? MAY_HAVE_WORK_OF_NAMESPACE : MAY_HAVE_WORK);
            statement.setString(
                    1, JsonColumn.list(lanes.stream().map(LaneId::value).toList()));
            if (namespace.isPresent()) {
                statement.setString(2, namespace.get().value());
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        });
    }
}
