package io.flowfabric.store.postgres.table;

import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.postgres.table.ArrayRows.Shape;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Inserts rows into a table with one statement, which names only the columns that hold something. Safe for use by
 * any thread.
 */
final class BulkInsert {
    private final String table;
    private final List<String> names;
    private final List<ColumnType> types;
    private final String ending;
    private final Map<List<Shape>, String> texts = new ConcurrentHashMap<>();

    /** @param ending what follows the rows, such as a RETURNING clause */
    BulkInsert(String table, List<String> names, List<ColumnType> types, String ending) {
        this.table = table;
        this.names = names;
        this.types = types;
        this.ending = ending;
    }

    ArrayRows rows() {
        return new ArrayRows(types);
    }

    /** @param count how many rows there will be */
    ArrayRows rows(int count) {
        return new ArrayRows(types, count);
    }

    /** The statement for these rows, which answers none. */
    PipelinedStatement step(ArrayRows rows) {
        var shapes = shapes(rows);
        return new PipelinedStatement(text(shapes), (statement, first) -> bind(statement, first, rows, shapes));
    }

    /** The statement for these rows, whose ending has it answer some. */
    PipelinedStatement step(ArrayRows rows, PipelinedStatement.Reading reading) {
        var step = step(rows);
        return new PipelinedStatement(step.sql(), step.binding(), reading);
    }

    /** The statement for rows that differ in every column. */
    String textOfEach() {
        return text(Collections.nCopies(types.size(), Shape.EACH));
    }

    private static int bind(PreparedStatement statement, int first, ArrayRows rows, List<Shape> shapes)
            throws SQLException {
        int next = first;
        for (Shape wanted : List.of(Shape.ONCE, Shape.EACH)) {
            for (int i = 0; i < shapes.size(); i++) {
                if (shapes.get(i) == wanted && wanted == Shape.ONCE) {
                    rows.bindOnce(statement, next++, i);
                } else if (shapes.get(i) == wanted) {
                    rows.bindEach(statement, next++, i);
                }
            }
        }
        return next;
    }

    private List<Shape> shapes(ArrayRows rows) {
        var shapes = new ArrayList<Shape>(types.size());
        for (int i = 0; i < types.size(); i++) {
            shapes.add(rows.shape(i));
        }
        // Some column must tell how many rows there are.
        if (!shapes.contains(Shape.EACH)) {
            shapes.set(0, Shape.EACH);
        }
        return shapes;
    }

    private String text(List<Shape> shapes) {
        return texts.computeIfAbsent(shapes, this::compose);
    }

    private String compose(List<Shape> shapes) {
        var targets = new ArrayList<String>();
        var values = new ArrayList<String>();
        var arrays = new ArrayList<String>();
        var columns = new ArrayList<String>();
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i) != Shape.NONE) {
                targets.add(names.get(i));
                values.add(shapes.get(i) == Shape.ONCE ? ArrayRows.parameter(types.get(i)) : "u._" + names.get(i));
            }
            if (shapes.get(i) == Shape.EACH) {
                arrays.add(ArrayRows.arrayParameter(types.get(i)));
                columns.add("_" + names.get(i));
            }
        }
        return "INSERT INTO %s (%s) SELECT %s FROM unnest(%s) AS u (%s)%s"
                .formatted(
                        table,
                        String.join(", ", targets),
                        String.join(", ", values),
                        String.join(", ", arrays),
                        String.join(", ", columns),
                        ending);
    }
}
