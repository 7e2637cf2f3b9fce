package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.EventReads;
import io.flowfabric.model.event.Event;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The outbox. With a single writer at a time the numbers appear in commit order, and all that is visible is settled. */
final class EventTable implements EventReads {
    private static final String APPEND = "INSERT INTO ff_events (" + EventRow.COLUMNS + ") VALUES (?"
            + ", ?".repeat(EventRow.COLUMNS.split(",").length - 1) + ")";

    static final String AFTER =
            "SELECT event_id, " + EventRow.COLUMNS + " FROM ff_events WHERE event_id > ? ORDER BY event_id LIMIT ?";

    private static final String NEWEST = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'ff_events'";

    private final SqlScope scope;

    EventTable(SqlScope scope) {
        this.scope = scope;
    }

    static void append(SqlScope scope, List<Event> events) throws SQLException {
        for (Event event : events) {
            var statement = scope.prepare(APPEND);
            Columns.bindAll(statement, EventRow.values(event));
            statement.executeUpdate();
        }
    }

    @Override
    public long settled() {
        return UncheckedSql.run(() -> {
            try (ResultSet row = scope.prepare(NEWEST).executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    @Override
    public List<Positioned> after(long position, int limit) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(AFTER);
            statement.setLong(1, position);
            statement.setInt(2, limit);
            var events = new ArrayList<Positioned>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    events.add(new Positioned(row.getLong(1), EventRow.read(row, 2)));
                }
            }
            return events;
        });
    }
}
