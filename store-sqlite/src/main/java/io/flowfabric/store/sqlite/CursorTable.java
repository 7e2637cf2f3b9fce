package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.CursorReads;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.CursorRow;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Named cursors. Every statement is served by the primary key. */
final class CursorTable implements CursorReads {
    private static final String SELECT = "SELECT " + CursorRow.COLUMNS + " FROM ff_cursors WHERE ";

    private static final String FIND = SELECT + "namespace = ? AND name = ?";

    private static final String LIST = SELECT + "(namespace, name) > (?, ?) ORDER BY namespace, name LIMIT ?";

    private static final String LIST_NAMESPACE =
            SELECT + "namespace = ? AND (namespace, name) > (?, ?) ORDER BY namespace, name LIMIT ?";

    private static final String PUT =
            "INSERT OR REPLACE INTO ff_cursors (" + CursorRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)";

    private static final String DELETE = "DELETE FROM ff_cursors WHERE namespace = ? AND name = ?";

    private final SqlScope scope;

    CursorTable(SqlScope scope) {
        this.scope = scope;
    }

    @Override
    public Optional<NamedCursor> find(CursorKey key) {
        return query(FIND, key.namespace().value(), key.name().value()).stream().findFirst();
    }

    @Override
    public List<NamedCursor> list(Scan scan) {
        String afterNamespace = scan.after().map(key -> key.namespace().value()).orElse("");
        String afterName = scan.after().map(key -> key.name().value()).orElse("");
        return scan.namespace()
                .map(Namespace::value)
                .map(only -> query(LIST_NAMESPACE, only, afterNamespace, afterName, scan.limit()))
                .orElseGet(() -> query(LIST, afterNamespace, afterName, scan.limit()));
    }

    void put(NamedCursor cursor) throws SQLException {
        var statement = scope.prepare(PUT);
        Columns.bindAll(statement, CursorRow.values(cursor));
        statement.executeUpdate();
    }

    void delete(CursorKey key) throws SQLException {
        var statement = scope.prepare(DELETE);
        Columns.bindAll(statement, key.namespace().value(), key.name().value());
        statement.executeUpdate();
    }

    private List<NamedCursor> query(String sql, Object... parameters) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(sql);
            Columns.bindAll(statement, parameters);
            return ResultRows.of(statement, CursorRow::read);
        });
    }
}
