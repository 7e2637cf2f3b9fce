package io.flowfabric.store.postgres.table;

import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.Columns;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows handed to a statement column by column, as arrays that {@code unnest} turns back into rows. A column that says the
 * same in every row need not be an array: most columns of most batches are like that.
 */
final class ArrayRows {
    /** How a column is handed over: not at all, because it is empty; once for all rows; or for each row. */
    enum Shape {
        NONE,
        ONCE,
        EACH
    }

    private final List<ColumnType> types;
    private final List<@Nullable Object[]> rows;

    ArrayRows(List<ColumnType> types) {
        this(types, 1);
    }

    /** @param count how many rows there will be, as far as that is known */
    ArrayRows(List<ColumnType> types, int count) {
        this.types = types;
        this.rows = new ArrayList<>(count);
    }

    /** The parameters of {@code unnest} for columns of these types. */
    static String parameters(List<ColumnType> types) {
        return types.stream().map(ArrayRows::arrayParameter).collect(Collectors.joining(", "));
    }

    static String arrayParameter(ColumnType type) {
        return parameter(type) + "[]";
    }

    static String parameter(ColumnType type) {
        return "?::" + sqlType(type);
    }

    /** Adds a row, whose values are not copied. */
    void add(@Nullable Object... values) {
        rows.add(values);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    Shape shape(int column) {
        Object first = rows.get(0)[column];
        for (int i = 1; i < rows.size(); i++) {
            if (!Objects.deepEquals(first, rows.get(i)[column])) {
                return Shape.EACH;
            }
        }
        return first == null ? Shape.NONE : Shape.ONCE;
    }

    /** Binds every column as an array, from a parameter on; answers the next free one. */
    int bind(PreparedStatement statement, int first) throws SQLException {
        for (int i = 0; i < types.size(); i++) {
            bindEach(statement, first + i, i);
        }
        return first + types.size();
    }

    void bindEach(PreparedStatement statement, int parameter, int column) throws SQLException {
        var type = types.get(column);
        statement.setArray(parameter, statement.getConnection().createArrayOf(sqlType(type), array(type, column)));
    }

    void bindOnce(PreparedStatement statement, int parameter, int column) throws SQLException {
        Columns.bind(statement, parameter, rows.get(0)[column]);
    }

    private Object[] array(ColumnType type, int column) {
        int size = rows.size();
        Object[] values = switch (type) {
            case INTEGER -> new Integer[size];
            case BIGINT -> new Long[size];
            case TEXT -> new String[size];
            case BYTES -> new byte[size][];
        };
        for (int i = 0; i < size; i++) {
            values[i] = rows.get(i)[column];
        }
        return values;
    }

    private static String sqlType(ColumnType type) {
        return switch (type) {
            case INTEGER -> "int4";
            case BIGINT -> "int8";
            case TEXT -> "text";
            case BYTES -> "bytea";
        };
    }
}
