package io.flowfabric.store.postgres;

import io.flowfabric.store.jdbc.ColumnType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows handed to a statement column by column, as arrays that {@code unnest} turns back into rows. */
final class ArrayRows {
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
        return types.stream().map(type -> "?::" + sqlType(type) + "[]").collect(Collectors.joining(", "));
    }

    void add(@Nullable Object... values) {
        for (int i = 0; i < values.length; i++) {
            columns.get(i).add(values[i]);
        }
    }

    int size() {
        return columns.get(0).size();
    }

    /** Binds the columns from a parameter on; answers the next free one. */
    int bind(PreparedStatement statement, int first) throws SQLException {
        for (int i = 0; i < types.size(); i++) {
            var array =
                    statement.getConnection().createArrayOf(sqlType(types.get(i)), array(types.get(i), columns.get(i)));
            statement.setArray(first + i, array);
        }
        return first + types.size();
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
