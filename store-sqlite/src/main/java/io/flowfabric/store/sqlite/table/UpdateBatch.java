package io.flowfabric.store.sqlite.table;

import io.flowfabric.store.jdbc.column.ChangeColumns;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionColumn;
import io.flowfabric.store.sqlite.table.HotRows.Placed;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one kind, decided on one version, as updates of hot rows. What all rows have in common is handed over once;
 * where they differ in nothing one statement serves any number of them.
 */
final class UpdateBatch {
    /** How the new value of a column is handed over. */
    private enum Shape {
        NONE,
        ONCE,
        EACH
    }

    /** What a statement sets, and for how many rows; the number counts only where they differ. */
    record Form(List<ExecutionColumn> columns, List<Shape> shapes, int rows) {
        private boolean isUniform() {
            return !shapes.contains(Shape.EACH);
        }

        String text() {
            var sets = new ArrayList<String>();
            int given = 1;
            for (int i = 0; i < columns.size(); i++) {
                sets.add(columns.get(i).column() + " = "
                        + switch (shapes.get(i)) {
                            case NONE -> "NULL";
                            case ONCE -> "?";
                            case EACH -> "given.column" + ++given;
                        });
            }
            String set = "UPDATE ff_executions SET " + String.join(", ", sets);
            return isUniform()
                    ? set + " WHERE version = ? AND seq IN (SELECT value FROM json_each(?))"
                    : set + " FROM (VALUES " + Portions.parameters(given, rows)
                            + ") AS given WHERE seq = given.column1 AND version = ?";
        }
    }

    /** A row: its number, and the new values of the columns. */
    private record Row(long seq, @Nullable Object[] values) {}

    private final long version;
    private final List<ExecutionColumn> columns;
    private final List<Row> rows;
    private final List<Shape> shapes;

    UpdateBatch(List<Placed> placed) {
        this.version = placed.get(0).change().before().version();
        this.columns = ChangeColumns.moved(placed.stream().map(Placed::change).toList());
        this.rows = placed.stream().map(one -> row(one, columns)).toList();
        this.shapes = shapes(columns.size(), rows);
    }

    /** Makes statements of their forms. */
    interface Statements {
        PreparedStatement prepare(Form form) throws SQLException;
    }

    /** Answers how many rows were at the version. */
    int run(Statements statements) throws SQLException {
        if (!shapes.contains(Shape.EACH)) {
            return run(statements, rows, 1);
        }
        int updated = 0;
        for (var portion : Portions.of(rows)) {
            updated += run(statements, portion, portion.size());
        }
        return updated;
    }

    private int run(Statements statements, List<Row> portion, int size) throws SQLException {
        var form = new Form(columns, shapes, size);
        var statement = statements.prepare(form);
        int next = bindCommon(statement);
        if (form.isUniform()) {
            statement.setLong(next, version);
            statement.setString(
                    next + 1, RowNumbers.json(portion.stream().map(Row::seq).toList()));
        } else {
            statement.setLong(bindEach(statement, next, portion), version);
        }
        return statement.executeUpdate();
    }

    private int bindCommon(PreparedStatement statement) throws SQLException {
        int next = 1;
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i) == Shape.ONCE) {
                Columns.bind(statement, next++, rows.get(0).values()[i]);
            }
        }
        return next;
    }

    private int bindEach(PreparedStatement statement, int first, List<Row> portion) throws SQLException {
        int next = first;
        for (var row : portion) {
            statement.setLong(next++, row.seq());
            for (int i = 0; i < shapes.size(); i++) {
                if (shapes.get(i) == Shape.EACH) {
                    Columns.bind(statement, next++, row.values()[i]);
                }
            }
        }
        return next;
    }

    private static Row row(Placed placed, List<ExecutionColumn> columns) {
        var values = new @Nullable Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = columns.get(i).of(placed.change().after());
        }
        return new Row(placed.seq(), values);
    }

    private static List<Shape> shapes(int width, List<Row> rows) {
        var shapes = new ArrayList<Shape>(width);
        for (int i = 0; i < width; i++) {
            Object first = rows.get(0).values()[i];
            shapes.add(!isCommon(i, first, rows) ? Shape.EACH : first == null ? Shape.NONE : Shape.ONCE);
        }
        return shapes;
    }

    private static boolean isCommon(int column, @Nullable Object first, List<Row> rows) {
        for (var row : rows) {
            if (!Objects.deepEquals(row.values()[column], first)) {
                return false;
            }
        }
        return true;
    }
}
