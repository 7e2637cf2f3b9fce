package io.flowfabric.store.jdbc.column;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Values into statements and out of rows; an absent value is {@code NULL} in the database and nowhere else. */
public final class Columns {
    private Columns() {}

    /** Binds a number, text, bytes or {@code null}. */
    public static void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.NULL);
        } else if (value instanceof Long number) {
            statement.setLong(index, number);
        } else if (value instanceof Integer number) {
            statement.setInt(index, number);
        } else if (value instanceof String text) {
            statement.setString(index, text);
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            throw new IllegalArgumentException("No column holds a " + value.getClass());
        }
    }

    /** Binds values from the first parameter on. */
    public static void bindAll(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            bind(statement, i + 1, values[i]);
        }
    }

    static @Nullable public Object orNull(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }

    static @Nullable public Object orNull(OptionalInt value) {
        return value.isPresent() ? value.getAsInt() : null;
    }

    static @Nullable public Object orNull(Optional<String> value) {
        return value.orElse(null);
    }

    /** The number in a column; empty when there is none. */
    public static OptionalLong optionalLong(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    public static OptionalInt optionalInt(ResultSet row, int column) throws SQLException {
        int value = row.getInt(column);
        return row.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
    }

    public static Optional<String> optionalText(ResultSet row, int column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }
}
