package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.ChangeColumns;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.ExecutionColumn;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.postgres.table.ArrayRows.Shape;
import io.flowfabric.store.postgres.table.EntryChanges.Part;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Writes changes of one kind to the hot rows and to their entries with one statement. It sets only the columns that some change of
 * the batch moves, and applies each change to the version it was decided on; entries are changed for those executions only to
 * which it applied. Safe for use by any thread.
 *
 * <p>All parts of the statement have one snapshot, and it may wait for a row: of the entries it sees an old state then. That does no
 * harm, because a change that was waited for has moved the version, and then this one does not apply.
 */
final class PostgresChanges {
    private static final ColumnType KEY = ColumnType.BYTES;
    private static final ColumnType AT_VERSION = ColumnType.BIGINT;

    private static final String ANSWER = "(SELECT pg_current_xact_id()::text)";

    /** What a statement sets, how each of these columns is handed over, and what it does to entries. */
    record Form(List<ExecutionColumn> columns, List<Shape> shapes, List<Part> parts) {}

    private final Map<Form, String> texts = new ConcurrentHashMap<>();

    /** Applies changes of one kind to different executions; answers the row numbers of those it applied to. */
    Map<ExecutionId, Long> apply(PostgresScope scope, List<? extends Change.OfExecution> changes) throws SQLException {
        var columns = ChangeColumns.moved(changes);
        var entries = EntryChanges.of(changes);
        var parts = entries.parts();
        var rows = rows(columns, changes, entries, parts);
        var shapes = new ArrayList<Shape>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            shapes.add(rows.shape(i + 2));
        }
        var form = new Form(columns, shapes, parts);
        var seqs = new LinkedHashMap<ExecutionId, Long>(2 * changes.size());
        scope.now(new PipelinedStatement(
                texts.computeIfAbsent(form, PostgresChanges::text),
                (statement, first) -> bind(statement, first, rows, form),
                row -> {
                    while (row.next()) {
                        var changed = changes.get((int) row.getLong(2) - 1).after();
                        if (seqs.isEmpty()) {
                            scope.transactionId(row.getString(3));
                            scope.leaves(changed);
                        }
                        seqs.put(changed.id(), row.getLong(1));
                    }
                }));
        return seqs;
    }

    private static ArrayRows rows(
            List<ExecutionColumn> columns,
            List<? extends Change.OfExecution> changes,
            EntryChanges entries,
            List<Part> parts) {
        var types = new ArrayList<>(List.of(KEY, AT_VERSION));
        columns.forEach(column -> types.add(column.type()));
        parts.forEach(part -> types.add(part.type()));
        var rows = new ArrayRows(types, changes.size());
        for (int place = 0; place < changes.size(); place++) {
            var change = changes.get(place);
            Execution after = change.after();
            var values = new Object[types.size()];
            values[0] = ExecutionKey.encode(after.id());
            values[1] = change.before().version();
            int next = 2;
            for (ExecutionColumn column : columns) {
                values[next++] = column.of(after);
            }
            for (Part part : parts) {
                values[next++] = entries.keys(part)[place];
            }
            rows.add(values);
        }
        return rows;
    }

    /** What is handed over once stands before the arrays for columns, and behind them for entries. */
    private static int bind(PreparedStatement statement, int first, ArrayRows rows, Form form) throws SQLException {
        int columns = 2;
        int parts = columns + form.columns().size();
        int next = bindOnce(statement, first, rows, columns, form.shapes());
        rows.bindEach(statement, next++, 0);
        rows.bindEach(statement, next++, 1);
        var shapesOfParts = form.parts().stream().map(Part::shape).toList();
        next = bindEach(statement, next, rows, columns, form.shapes());
        next = bindEach(statement, next, rows, parts, shapesOfParts);
        return bindOnce(statement, next, rows, parts, shapesOfParts);
    }

    private static int bindOnce(PreparedStatement statement, int first, ArrayRows rows, int from, List<Shape> shapes)
            throws SQLException {
        int next = first;
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i) == Shape.ONCE) {
                rows.bindOnce(statement, next++, from + i);
            }
        }
        return next;
    }

    private static int bindEach(PreparedStatement statement, int first, ArrayRows rows, int from, List<Shape> shapes)
            throws SQLException {
        int next = first;
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i) == Shape.EACH) {
                rows.bindEach(statement, next++, from + i);
            }
        }
        return next;
    }

    static String text(Form form) {
        var sets = new ArrayList<String>();
        var arrays = new ArrayList<>(List.of(ArrayRows.arrayParameter(KEY), ArrayRows.arrayParameter(AT_VERSION)));
        var names = new ArrayList<>(List.of("_id", "_at_version"));
        for (int i = 0; i < form.columns().size(); i++) {
            var column = form.columns().get(i);
            sets.add(column.column() + " = "
                    + switch (form.shapes().get(i)) {
                        case NONE -> "NULL";
                        case ONCE -> ArrayRows.parameter(column.type());
                        case EACH -> "u._" + column.column();
                    });
            if (form.shapes().get(i) == Shape.EACH) {
                arrays.add(ArrayRows.arrayParameter(column.type()));
                names.add("_" + column.column());
            }
        }
        var keys = new ArrayList<String>();
        for (Part part : form.parts()) {
            if (part.shape() == Shape.EACH) {
                arrays.add(ArrayRows.arrayParameter(part.type()));
                names.add("_" + part.column());
                keys.add("u._%1$s AS %1$s".formatted(part.column()));
            } else {
                keys.add(ArrayRows.parameter(part.type()) + " AS " + part.column());
            }
        }
        String update = """
                UPDATE ff.executions e SET %s
                FROM unnest(%s) WITH ORDINALITY AS u (%s, place)
                WHERE e.id = u._id AND e.version = u._at_version
                RETURNING e.seq, u.place""".formatted(String.join(", ", sets), String.join(", ", arrays), String.join(", ", names));
        return keys.isEmpty() ? update + ", " + ANSWER : withEntries(update, keys, form.parts());
    }

    private static String withEntries(String update, List<String> keys, List<Part> parts) {
        return "WITH written AS (%s, e.id, e.queue, e.rank, e.created_at, e.retention_ttl, %s), %s SELECT seq, place, %s FROM written"
                .formatted(
                        update,
                        String.join(", ", keys),
                        parts.stream()
                                .flatMap(part -> part.statements("written"))
                                .collect(Collectors.joining(", ")),
                        ANSWER);
    }
}
