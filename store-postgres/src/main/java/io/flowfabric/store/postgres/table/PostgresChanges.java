package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.ChangeColumns;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.ExecutionColumn;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.postgres.table.ArrayRows.Shape;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes changes of one kind to the hot rows with one statement. It sets only the columns that some change of the batch
 * moves, and applies each change to the version it was decided on. Safe for use by any thread.
 */
final class PostgresChanges {
    private static final ColumnType KEY = ColumnType.BYTES;
    private static final ColumnType AT_VERSION = ColumnType.BIGINT;

    /** What a statement sets, and how each of these columns is handed over. */
    record Form(List<ExecutionColumn> columns, List<Shape> shapes) {}

    private final Map<Form, String> texts = new ConcurrentHashMap<>();

    /** Applies changes of one kind to different executions; answers the row numbers of those it applied to. */
    Map<ExecutionId, Long> apply(PostgresScope scope, List<? extends Change.OfExecution> changes) throws SQLException {
        var columns = ChangeColumns.moved(changes);
        var rows = rows(columns, changes);
        var shapes = new ArrayList<Shape>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            shapes.add(rows.shape(i + 2));
        }
        var seqs = new LinkedHashMap<ExecutionId, Long>();
        scope.now(new PipelinedStatement(
                texts.computeIfAbsent(new Form(columns, shapes), PostgresChanges::text),
                (statement, first) -> bind(statement, first, rows, shapes),
                row -> {
                    while (row.next()) {
                        var changed = changes.get((int) row.getLong(2) - 1).after();
                        seqs.put(changed.id(), row.getLong(1));
                        scope.transactionId(row.getString(3));
                        scope.leaves(changed);
                    }
                }));
        return seqs;
    }

    private static ArrayRows rows(List<ExecutionColumn> columns, List<? extends Change.OfExecution> changes) {
        var types = new ArrayList<>(List.of(KEY, AT_VERSION));
        columns.forEach(column -> types.add(column.type()));
        var rows = new ArrayRows(types);
        for (Change.OfExecution change : changes) {
            Execution after = change.after();
            var values = new Object[types.size()];
            values[0] = ExecutionKey.encode(after.id());
            values[1] = change.before().version();
            for (int i = 0; i < columns.size(); i++) {
                values[i + 2] = columns.get(i).of(after);
            }
            rows.add(values);
        }
        return rows;
    }

    private static int bind(PreparedStatement statement, int first, ArrayRows rows, List<Shape> shapes)
            throws SQLException {
        int next = first;
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i) == Shape.ONCE) {
                rows.bindOnce(statement, next++, i + 2);
            }
        }
        rows.bindEach(statement, next++, 0);
        rows.bindEach(statement, next++, 1);
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i) == Shape.EACH) {
                rows.bindEach(statement, next++, i + 2);
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
        return """
                UPDATE ff.executions e SET %s
                FROM unnest(%s) WITH ORDINALITY AS u (%s, place)
                WHERE e.id = u._id AND e.version = u._at_version
                RETURNING e.seq, u.place, (SELECT pg_current_xact_id()::text)""".formatted(String.join(", ", sets), String.join(", ", arrays), String.join(", ", names));
    }
}
