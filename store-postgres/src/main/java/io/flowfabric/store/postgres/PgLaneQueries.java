package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.LaneReads;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.ResultSet;
import java.util.List;
import java.util.Optional;

/** What readers ask about lanes. */
final class PgLaneQueries implements LaneReads {
    /** The first entry of each queue in each of the indexes of the claims. */
    static final String MAY_HAVE_WORK = "SELECT EXISTS (SELECT FROM ff.queues q WHERE q.lane = ? AND ("
            + "EXISTS (SELECT FROM ff.executions WHERE queue = q.number AND " + PgClaimQueries.FRESH + ")"
            + " OR EXISTS (SELECT FROM ff.executions WHERE queue = q.number AND " + PgClaimQueries.RETURNED + ")))";

    private final PgScope scope;

    PgLaneQueries(PgScope scope) {
        this.scope = scope;
    }

    @Override
    public List<LaneId> list(Optional<LaneId> after, int limit) {
        return UncheckedSql.run(() -> PgQueueTable.lanes(scope, after, limit));
    }

    @Override
    public boolean mayHaveWork(LaneId lane) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(MAY_HAVE_WORK)) {
                statement.setString(1, lane.value());
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return row.getBoolean(1);
                }
            }
        });
    }
}
