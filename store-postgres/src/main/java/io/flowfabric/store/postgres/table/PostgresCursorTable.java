package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.read.CursorReads;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.row.CursorRow;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Named cursors. Every statement is served by the primary key. */
final class PostgresCursorTable implements CursorReads {
    private static final String SELECT = "SELECT " + CursorRow.COLUMNS + " FROM ff.cursors WHERE ";

    private static final List<ColumnType> KEYS = List.of(ColumnType.TEXT, ColumnType.TEXT);

    private static final String FIND = SELECT + "namespace = ? AND name = ?";

    private static final String WANTED =
            "(namespace, name) IN (SELECT * FROM unnest(" + ArrayRows.parameters(KEYS) + "))";

    private static final String LOCK = SELECT + WANTED + " ORDER BY namespace, name FOR UPDATE";

    private static final String TRY_LOCK = LOCK + " SKIP LOCKED";

    private static final String EXISTING = SELECT + WANTED;

    private static final String LIST = SELECT + """
            (?::text IS NULL OR namespace = ?) AND (namespace, name) > (?, ?)
            ORDER BY namespace, name LIMIT ?""";

    private static final String XACT_ID = " RETURNING pg_current_xact_id()::text";

    /** Of two that create the same cursor the later one fails as a conflict: run again, its unit finds the other's. */
    private static final String INSERT =
            "INSERT INTO ff.cursors (" + CursorRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)" + XACT_ID;

    /** The row is locked. The parameters are those of {@link #INSERT}, in its order. */
    private static final String UPDATE = "UPDATE ff.cursors AS c SET position = v.position, epoch = v.epoch, "
            + "holder = v.holder, lease_ends_at = v.lease_ends_at, changed_at = v.changed_at "
            + "FROM (VALUES (?::text, ?::text, ?::bigint, ?::bigint, ?::text, ?::bigint, ?::bigint)) AS v ("
            + CursorRow.COLUMNS + ") WHERE c.namespace = v.namespace AND c.name = v.name" + XACT_ID;

    private static final String DELETE = "DELETE FROM ff.cursors WHERE namespace = ? AND name = ?" + XACT_ID;

    private final PostgresScope scope;

    PostgresCursorTable(PostgresScope scope) {
        this.scope = scope;
    }

    @Override
    public Optional<NamedCursor> find(CursorKey key) {
        return PostgresQueries.rows(
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
        String only = scan.namespace().map(Namespace::value).orElse(null);
        String afterNamespace = scan.after().map(key -> key.namespace().value()).orElse("");
        String afterName = scan.after().map(key -> key.name().value()).orElse("");
        return PostgresQueries.rows(scope, LIST, CursorRow::read, only, only, afterNamespace, afterName, scan.limit());
    }

    Map<CursorKey, NamedCursor> lock(Collection<CursorKey> keys) throws SQLException {
        return find(LOCK, keys);
    }

    Map<CursorKey, NamedCursor> tryLock(Collection<CursorKey> keys) throws SQLException {
        return find(TRY_LOCK, keys);
    }

    Collection<CursorKey> existing(Collection<CursorKey> keys) throws SQLException {
        return find(EXISTING, keys).keySet();
    }

    private Map<CursorKey, NamedCursor> find(String sql, Collection<CursorKey> keys) throws SQLException {
        var wanted = new ArrayRows(KEYS);
        keys.forEach(key -> wanted.add(key.namespace().value(), key.name().value()));
        return PostgresQueries.byKey(scope, sql, wanted, CursorRow::read, NamedCursor::key);
    }

    void insert(NamedCursor cursor) throws SQLException {
        scope.change(INSERT, CursorRow.values(cursor));
    }

    void update(NamedCursor cursor) throws SQLException {
        scope.change(UPDATE, CursorRow.values(cursor));
    }

    void delete(CursorKey key) throws SQLException {
        scope.change(DELETE, key.namespace().value(), key.name().value());
    }
}
