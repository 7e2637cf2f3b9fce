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
    private final List<List<@Nullable Object>> columns;

    ArrayRows(List<ColumnType> types) {
        this.types = types;
        this.columns = types.stream()
                .map(type -> (List<@Nullable Object>) new ArrayList<@Nullable Object>())
                .toList();
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

    void add(@Nullable Object... values) {
        for (int i = 0; i < values.length; i++) {
            columns.get(i).add(values[i]);
        }
    }

    boolean isEmpty() {
        return columns.get(0).isEmpty();
    }

    Shape shape(int column) {
        var values = columns.get(column);
        Object first = values.get(0);
        for (int i = 1; i < values.size(); i++) {
            if (!Objects.deepEquals(first, values.get(i))) {
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
        statement.setArray(
                parameter, statement.getConnection().createArrayOf(sqlType(type), array(type, columns.get(column))));
    }

    void bindOnce(PreparedStatement statement, int parameter, int column) throws SQLException {
        Columns.bind(statement, parameter, columns.get(column).get(0));
    }

    private static Object[] array(ColumnType type, List<@Nullable Object> column) {
        return switch (type) {
            case INTEGER -> column.toArray(new Integer[0]);
            case BIGINT -> column.toArray(new Long[0]);
            case TEXT -> column.toArray(new String[0]);
            case BYTES -> column.toArray(new byte[0][]);
        };
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
