package io.flowfabric.store.jdbc.query;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.column.Columns;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * A page of lanes in the order of their names.
 *
 * @param namespace only lanes of this namespace, or all when empty
 * @param after the last lane of the page before, or empty for the first page
 */
public record LaneQuery(Optional<Namespace> namespace, Optional<LaneId> after, int limit) {
    /** The lanes; the parameters of the query are the lane before, the namespace if there is one, and the limit. */
    public List<LaneId> read(PreparedStatement query) throws SQLException {
        String behind = after.map(LaneId::value).orElse("");
        if (namespace.isPresent()) {
            Columns.bindAll(query, behind, namespace.get().value(), limit);
        } else {
            Columns.bindAll(query, behind, limit);
        }
        return ResultRows.of(query, row -> new LaneId(row.getString(1)));
    }
}
