package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.LaneReads;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.ResultSet;
import java.util.List;
import java.util.Optional;

/** What readers ask about lanes. */
final class LaneQueries implements LaneReads {
    /** The first entry of each queue in each of the indexes of the claims. */
    static final String MAY_HAVE_WORK = "SELECT EXISTS (SELECT 1 FROM ff_queues q WHERE q.lane = ? AND ("
            + "EXISTS (" + ClaimQueries.FRESH.replace("queue = ?", "queue = q.number") + ")"
            + " OR EXISTS (" + ClaimQueries.RETURNED.replace("queue = ?", "queue = q.number") + ")))";

    private final SqlScope scope;

    LaneQueries(SqlScope scope) {
        this.scope = scope;
    }

    @Override
    public List<LaneId> list(Optional<LaneId> after, int limit) {
        return UncheckedSql.run(() -> QueueTable.lanes(scope, after, limit));
    }

    @Override
    public boolean mayHaveWork(LaneId lane) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(MAY_HAVE_WORK);
            statement.setString(1, lane.value());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        });
    }
}
