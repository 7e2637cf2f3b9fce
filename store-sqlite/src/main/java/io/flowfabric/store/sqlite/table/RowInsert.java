package io.flowfabric.store.sqlite.table;

import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows into one table, many with one statement. Each value costs a call into SQLite, so a statement names only the
 * columns that hold something, most of which are empty in most rows, and what all rows have in common is handed over once.
 * Safe for use by any thread.
 */
final class RowInsert {
    private static final int MOST_COLUMNS = Long.SIZE;

    /** Which columns a statement names and which of these hold the same in every row, as bits, and how many rows it inserts. */
    private record Form(long filled, long common, int rows) {}

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
            long common = common(group.getKey(), group.getValue());
            for (var part : Portions.of(group.getValue())) {
                insert(scope, new Form(group.getKey(), common, part.size()), part);
            }
        }
    }

    private void insert(SqlScope scope, Form form, List<@Nullable Object[]> rows) throws SQLException {
        var statement = scope.prepare(texts.computeIfAbsent(form, this::text));
        int next = 1;
        var first = rows.get(0);
        for (long rest = form.common(); rest != 0; rest &= rest - 1) {
            Columns.bind(statement, next++, first[Long.numberOfTrailingZeros(rest)]);
        }
        long each = form.filled() & ~form.common();
        for (var row : rows) {
            for (long rest = each; rest != 0; rest &= rest - 1) {
                Columns.bind(statement, next++, row[Long.numberOfTrailingZeros(rest)]);
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

    /** Bytes are never in common: ids differ, and payloads would be compared for nothing. A row alone has nothing to share. */
    private static long common(long filled, List<@Nullable Object[]> rows) {
        if (rows.size() == 1) {
            return 0;
        }
        var first = rows.get(0);
        long common = filled;
        for (var row : rows) {
            for (long rest = common; rest != 0; rest &= rest - 1) {
                int column = Long.numberOfTrailingZeros(rest);
                Object value = first[column];
                if (value instanceof byte[] || !Objects.equals(row[column], value)) {
                    common &= ~(1L << column);
                }
            }
        }
        return common;
    }

    private String text(Form form) {
        var named = new ArrayList<String>();
        for (long rest = form.filled(); rest != 0; rest &= rest - 1) {
            named.add(columns.get(Long.numberOfTrailingZeros(rest)));
        }
        var rows = new ArrayList<String>();
        int each = Long.bitCount(form.common());
        for (int row = 0; row < form.rows(); row++) {
            var parameters = new ArrayList<String>();
            int common = 0;
            for (long rest = form.filled(); rest != 0; rest &= rest - 1) {
                boolean shared = (form.common() & Long.lowestOneBit(rest)) != 0;
                parameters.add("?" + (shared ? ++common : ++each));
            }
            rows.add("(" + String.join(", ", parameters) + ")");
        }
        return verb + " (" + String.join(", ", named) + ") VALUES " + String.join(", ", rows);
    }
}
