package io.flowfabric.store.sqlite.table;

import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows into one table, many with one statement. It names only the columns that hold something: most are empty in
 * most rows, and each value costs a call into SQLite. Safe for use by any thread.
 */
final class RowInsert {
    private static final int MOST_COLUMNS = Long.SIZE;

    /** Which columns a statement names, as bits, and how many rows it inserts. */
    private record Form(long filled, int rows) {}

    private final String verb;
    private final List<String> columns;
    private final Map<Form, String> texts = new ConcurrentHashMap<>();

    /**
     * Inserts into the columns of a table.
     *
     * @param verb up to and with the table's name
     */
    RowInsert(String verb, List<String> columns) {
        if (columns.size() > MOST_COLUMNS) {
            throw new IllegalArgumentException("At most " + MOST_COLUMNS + " columns, not " + columns.size());
        }
        this.verb = verb;
        this.columns = List.copyOf(columns);
    }

    /** Inserts rows that have a value or {@code null} for every column; not necessarily in their order. */
    void run(SqlScope scope, List<@Nullable Object[]> rows) throws SQLException {
        var alike = new LinkedHashMap<Long, List<@Nullable Object[]>>();
        for (var row : rows) {
            alike.computeIfAbsent(filled(row), any -> new ArrayList<>()).add(row);
        }
        for (var group : alike.entrySet()) {
            for (var part : Portions.of(group.getValue())) {
                insert(scope, new Form(group.getKey(), part.size()), part);
            }
        }
    }

    private void insert(SqlScope scope, Form form, List<@Nullable Object[]> rows) throws SQLException {
        var statement = scope.prepare(texts.computeIfAbsent(form, this::text));
        int next = 1;
        for (var row : rows) {
            for (Object value : row) {
                if (value != null) {
                    Columns.bind(statement, next++, value);
                }
            }
        }
        statement.executeUpdate();
    }

    private static long filled(@Nullable Object[] row) {
        long filled = 0;
        for (int i = 0; i < row.length; i++) {
            filled |= row[i] == null ? 0 : 1L << i;
        }
        return filled;
    }

    private String text(Form form) {
        var named = IntStream.range(0, columns.size())
                .filter(i -> (form.filled() >> i & 1) == 1)
                .mapToObj(columns::get)
                .collect(Collectors.joining(", ", " (", ")"));
        int width = Long.bitCount(form.filled());
        return verb + named + " VALUES " + Portions.parameters(width, form.rows());
    }
}
