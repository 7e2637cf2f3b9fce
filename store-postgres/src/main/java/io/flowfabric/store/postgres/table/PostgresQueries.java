package io.flowfabric.store.postgres.table;

import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Queries that are bound, run and read in one go. */
public final class PostgresQueries {
    private PostgresQueries() {}

    /** What a query finds, in its order. */
    public static <T> List<T> rows(
            PostgresScope scope, String sql, ResultRows.Reader<T> reader, @Nullable Object... parameters) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(sql)) {
                Columns.bindAll(statement, parameters);
                return ResultRows.of(statement, reader);
            }
        });
    }

    /** The row of a query that finds exactly one. */
    static <T> T row(PostgresScope scope, String sql, ResultRows.Reader<T> reader, @Nullable Object... parameters) {
        return rows(scope, sql, reader, parameters).get(0);
    }

    /** What a query finds for sets of values, by key and in its order. */
    static <K, T> Map<K, T> byKey(
            PostgresScope scope, String sql, ArrayRows wanted, ResultRows.Reader<T> reader, Function<T, K> key)
            throws SQLException {
        var found = new LinkedHashMap<K, T>();
        try (var statement = scope.prepare(sql)) {
            wanted.bind(statement, 1);
            ResultRows.of(statement, reader).forEach(row -> found.put(key.apply(row), row));
        }
        return found;
    }
}
