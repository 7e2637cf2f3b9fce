package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.store.read.EventReads;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.row.EventReader;
import io.flowfabric.store.jdbc.row.EventRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The outbox. With a single writer at a time the numbers appear in commit order, and all that is visible is settled. */
final class SqliteEventTable implements EventReads {
    /** The row number of the execution stands in the last column, by which retention finds its events. */
    private static final List<String> ALL_COLUMNS = Stream.concat(
                    Stream.concat(Stream.of("event_id"), Arrays.stream(EventRow.COLUMNS.split(", "))),
                    Stream.of("execution_seq"))
            .toList();

    private static final RowInsert APPEND = new RowInsert("INSERT INTO ff_events", ALL_COLUMNS);

    /** The same worker event twice is one, by {@code ff_events_worker}. */
    private static final RowInsert APPEND_ONCE = new RowInsert("INSERT OR IGNORE INTO ff_events", ALL_COLUMNS);

    private static final String SELECT = "SELECT event_id, " + EventRow.COLUMNS + " FROM ff_events ";

    private static final String BEHIND_A_PLACE = "event_id > ? ORDER BY event_id LIMIT ?";

    static final String AFTER = SELECT + "WHERE " + BEHIND_A_PLACE;

    static final String TAKEN_AWAY_AFTER =
            SELECT + "INDEXED BY ff_events_taken_away WHERE " + EventRow.TAKEN_AWAY + " AND " + BEHIND_A_PLACE;

    private static final String NEWEST = """
            SELECT max(coalesce((SELECT max(event_id) FROM ff_events), 0), (SELECT trimmed_to FROM ff_outbox))""";

    private static final String TRIMMED_TO = "SELECT trimmed_to FROM ff_outbox";

    private final SqlScope scope;

    SqliteEventTable(SqlScope scope) {
        this.scope = scope;
    }

    /** Finds the row number of an execution. */
    interface Seqs {
        long of(ExecutionId id) throws SQLException;
    }

    static void append(SqlScope scope, List<Event> events, Seqs seqs) throws SQLException {
        long number = new SqliteEventTable(scope).newest();
        var rows = new ArrayList<@Nullable Object[]>(events.size());
        var once = new ArrayList<@Nullable Object[]>();
        for (Event event : events) {
            var values = EventRow.values(event);
            var row = new @Nullable Object[values.length + 2];
            row[0] = ++number;
            System.arraycopy(values, 0, row, 1, values.length);
            if (event instanceof ExecutionEvent about) {
                row[values.length + 1] = seqs.of(about.subject().executionId());
            }
            (event instanceof WorkerEvent ? once : rows).add(row);
        }
        APPEND.run(scope, rows);
        APPEND_ONCE.run(scope, once);
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
        return entries(AFTER, position, limit);
    }

    @Override
    public List<Entry> takenAwayAfter(long position, int limit) {
        return entries(TAKEN_AWAY_AFTER, position, limit);
    }

    private List<Entry> entries(String query, long position, int limit) {
        return SqliteQueries.rows(scope, query, row -> EventReader.read(row.getLong(1), row, 2), position, limit);
    }

    private long number(String query) {
        return SqliteQueries.row(scope, query, row -> row.getLong(1));
    }
}
