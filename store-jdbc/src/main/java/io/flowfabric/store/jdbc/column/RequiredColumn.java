package io.flowfabric.store.jdbc.column;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What must stand in a row for it to make sense; a missing value is never guessed. */
public final class RequiredColumn {
    private RequiredColumn() {}

    /** Fails with {@code corruption} when there is no value. */
    public static <T> T of(String column, @Nullable T value) {
        if (value == null) {
            throw EngineError.of(
                            ErrorCode.CORRUPTION,
                            column + ": missing",
                            "The row was written by a newer program, or damaged.")
                    .toException();
        }
        return value;
    }

    /** The number in a column. Fails with {@code corruption} when there is none. */
    public static long number(ResultSet row, int at, String column) throws SQLException {
        long value = row.getLong(at);
        return of(column, row.wasNull() ? null : value);
    }
}
