package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.EventReads;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.EventReader;
import io.flowfabric.store.jdbc.EventRow;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The outbox. With a single writer at a time the numbers appear in commit order, and all that is visible is settled. */
final class EventTable implements EventReads {
    /** The row number of the execution stands in the last column, by which retention finds its events. */
    private static final String APPEND = "INSERT INTO ff_events (" + EventRow.COLUMNS + ", execution_seq) VALUES ("
            + "?, ".repeat(EventRow.TYPES.size()) + "?)";

    /** The same worker event twice is one, by {@code ff_events_worker}. */
    private static final String APPEND_ONCE = APPEND + " ON CONFLICT DO NOTHING";

    static final String AFTER =
            "SELECT event_id, " + EventRow.COLUMNS + " FROM ff_events WHERE event_id > ? ORDER BY event_id LIMIT ?";

    private static final String NEWEST = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'ff_events'";

    private static final String TRIMMED_TO = "SELECT trimmed_to FROM ff_outbox";

    private final SqlScope scope;

    EventTable(SqlScope scope) {
        this.scope = scope;
    }

    /** Finds the row number of an execution. */
    interface Seqs {
        long of(ExecutionId id) throws SQLException;
    }

    static void append(SqlScope scope, List<Event> events, Seqs seqs) throws SQLException {
        for (Event event : events) {
            var statement = scope.prepare(event instanceof WorkerEvent ? APPEND_ONCE : APPEND);
            var values = EventRow.values(event);
            Columns.bindAll(statement, values);
            if (event instanceof ExecutionEvent about) {
                statement.setLong(values.length + 1, seqs.of(about.subject().executionId()));
            }
            statement.executeUpdate();
        }
    }

    @Override
    public long settled() {
        return number(NEWEST);
    }

    @Override
    public long newest() {
        return number(NEWEST);
    }

    @Override
    public long trimmedTo() {
        return number(TRIMMED_TO);
    }

    @Override
    public List<Entry> after(long position, int limit) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(AFTER);
            statement.setLong(1, position);
            statement.setInt(2, limit);
            var events = new ArrayList<Entry>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    events.add(EventReader.read(row.getLong(1), row, 2));
                }
            }
            return events;
        });
    }

    private long number(String query) {
        return UncheckedSql.run(() -> {
            try (ResultSet row = scope.prepare(query).executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        });
    }
}
