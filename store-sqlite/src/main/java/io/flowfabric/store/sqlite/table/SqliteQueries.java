package io.flowfabric.store.sqlite.table;

import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries that are bound, run and read in one go. */
final class SqliteQueries {
    private SqliteQueries() {}

    /** What a query finds, in its order. */
    static <T> List<T> rows(SqlScope scope, String sql, ResultRows.Reader<T> reader, @Nullable Object... parameters) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(sql);
            Columns.bindAll(statement, parameters);
            return ResultRows.of(statement, reader);
        });
    }

    /** The row of a query that finds exactly one. */
    static <T> T row(SqlScope scope, String sql, ResultRows.Reader<T> reader, @Nullable Object... parameters) {
        return rows(scope, sql, reader, parameters).get(0);
    }
}
