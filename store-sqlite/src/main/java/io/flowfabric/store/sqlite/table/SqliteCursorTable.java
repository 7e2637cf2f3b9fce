package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.store.read.CursorReads;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.row.CursorRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Named cursors. Every statement is served by the primary key. */
final class SqliteCursorTable implements CursorReads {
    private static final String SELECT = "SELECT " + CursorRow.COLUMNS + " FROM ff_cursors WHERE ";

    private static final String FIND = SELECT + "namespace = ? AND name = ?";

    private static final String LIST = SELECT + "(namespace, name) > (?, ?) ORDER BY namespace, name LIMIT ?";

    private static final String LIST_NAMESPACE =
            SELECT + "namespace = ? AND (namespace, name) > (?, ?) ORDER BY namespace, name LIMIT ?";

    private static final String PUT =
            "INSERT OR REPLACE INTO ff_cursors (" + CursorRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)";

    private static final String DELETE = "DELETE FROM ff_cursors WHERE namespace = ? AND name = ?";

    private final SqlScope scope;

    SqliteCursorTable(SqlScope scope) {
        this.scope = scope;
    }

    @Override
    public Optional<NamedCursor> find(CursorKey key) {
        return SqliteQueries.rows(
                        scope,
                        FIND,
                        CursorRow::read,
                        key.namespace().value(),
                        key.name().value())
                .stream()
                .findFirst();
    }

    @Override
    public List<NamedCursor> list(Scan scan) {
        String afterNamespace = scan.after().map(key -> key.namespace().value()).orElse("");
        String afterName = scan.after().map(key -> key.name().value()).orElse("");
        return scan.namespace()
                .map(Namespace::value)
                .map(only -> SqliteQueries.rows(
                        scope, LIST_NAMESPACE, CursorRow::read, only, afterNamespace, afterName, scan.limit()))
                .orElseGet(() ->
                        SqliteQueries.rows(scope, LIST, CursorRow::read, afterNamespace, afterName, scan.limit()));
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
}
