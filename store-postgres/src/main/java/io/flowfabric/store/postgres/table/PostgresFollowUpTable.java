package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.read.FollowUpReads;
import io.flowfabric.engine.store.read.StoredFollowUp;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.row.FollowUpRow;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Follow-ups. */
final class PostgresFollowUpTable implements FollowUpReads {
    private static final String XACT_ID = " RETURNING pg_current_xact_id()::text";

    private static final BulkInsert APPEND = new BulkInsert(
            "ff.follow_ups",
            List.of("kind", "subject", "position", "next_try_at"),
            List.of(ColumnType.TEXT, ColumnType.TEXT, ColumnType.TEXT, ColumnType.BIGINT),
            XACT_ID);

    /** The first entry of each kind in {@code follow_ups_due}. */
    static final String KINDS_DUE = """
            SELECT k FROM unnest(?::text[]) AS k, LATERAL (
                SELECT FROM ff.follow_ups WHERE kind = k AND next_try_at <= ? ORDER BY next_try_at LIMIT 1) due""";

    /** As above: the earliest of all kinds. */
    static final String NEXT = """
            SELECT min(f.next_try_at) FROM unnest(?::text[]) AS k, LATERAL (
                SELECT next_try_at FROM ff.follow_ups WHERE kind = k ORDER BY next_try_at LIMIT 1) f""";

    /** The first entries of {@code follow_ups_due} that no other transaction holds: each is carried out by one dispatcher. */
    static final String LOCK_DUE = "SELECT " + FollowUpRow.COLUMNS + """
             FROM ff.follow_ups WHERE kind = ? AND next_try_at <= ?
            ORDER BY next_try_at LIMIT ? FOR UPDATE SKIP LOCKED""";

    /** Locked rows, by the primary key. */
    private static final String FINISH = "DELETE FROM ff.follow_ups WHERE number = ANY (?)" + XACT_ID;

    private static final List<ColumnType> MOVED = List.of(ColumnType.BIGINT, ColumnType.TEXT);

    /** Locked rows, by the primary key. */
    private static final String ADVANCE =
            "UPDATE ff.follow_ups f SET position = u.position, failures = 0, next_try_at = ?"
                    + " FROM unnest(" + ArrayRows.parameters(MOVED)
                    + ") AS u (number, position) WHERE f.number = u.number"
                    + XACT_ID;

    /** By the primary key. One that has moved on since it was tried, or failed elsewhere, is no longer as it was. */
    private static final String FAIL = """
            UPDATE ff.follow_ups SET failures = failures + 1, next_try_at = ?
            WHERE number = ? AND failures = ? AND position = ?""" + XACT_ID;

    private final PostgresScope scope;

    PostgresFollowUpTable(PostgresScope scope) {
        this.scope = scope;
    }

    @Override
    public Set<FollowUpKind> due(Collection<FollowUpKind> kinds, long now) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(KINDS_DUE)) {
                statement.setArray(1, names(scope.connection(), kinds));
                statement.setLong(2, now);
                return Set.copyOf(ResultRows.of(statement, row -> new FollowUpKind(row.getString(1))));
            }
        });
    }

    /** Sent with the next statement, or with COMMIT: a cause with follow-ups takes no round trip more. */
    void append(List<FollowUp> followUps, long now) {
        var rows = APPEND.rows();
        followUps.forEach(each -> rows.add(each.kind().name(), each.subject(), each.position(), now));
        scope.later(APPEND.step(rows, this::transactionId));
    }

    List<StoredFollowUp> lockDue(FollowUpKind kind, long now, int limit) {
        var locked = PostgresQueries.rows(scope, LOCK_DUE, FollowUpRow::read, kind.name(), now, limit);
        if (!locked.isEmpty()) {
            scope.holdRows();
        }
        return locked;
    }

    void finish(Collection<StoredFollowUp> done) {
        var numbers = done.stream().map(StoredFollowUp::number).toArray();
        scope.later(new PipelinedStatement(
                FINISH,
                (statement, first) -> {
                    statement.setArray(first, statement.getConnection().createArrayOf("int8", numbers));
                    return first + 1;
                },
                this::transactionId));
    }

    void advance(List<StoredFollowUp> moved, long now) {
        var rows = new ArrayRows(MOVED);
        moved.forEach(each -> rows.add(each.number(), each.followUp().position()));
        scope.later(new PipelinedStatement(
                ADVANCE,
                (statement, first) -> {
                    statement.setLong(first, now);
                    return rows.bind(statement, first + 1);
                },
                this::transactionId));
    }

    boolean fail(StoredFollowUp failed, long nextTryAt) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(FAIL)) {
                Columns.bindAll(
                        statement,
                        nextTryAt,
                        failed.number(),
                        failed.failures(),
                        failed.followUp().position());
                try (ResultSet row = statement.executeQuery()) {
                    return transactionId(row);
                }
            }
        });
    }

    static Array names(Connection connection, Collection<FollowUpKind> kinds) throws SQLException {
        return connection.createArrayOf(
                "text", kinds.stream().map(FollowUpKind::name).toArray());
    }

    private boolean transactionId(ResultSet row) throws SQLException {
        boolean any = row.next();
        if (any) {
            scope.transactionId(row.getString(1));
        }
        return any;
    }
}
