package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.read.FollowUpReads;
import io.flowfabric.engine.store.read.StoredFollowUp;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.JsonColumn;
import io.flowfabric.store.jdbc.row.FollowUpRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Follow-ups. There is one writer at a time, so reading them in its transaction is locking them. */
final class SqliteFollowUpTable implements FollowUpReads {
    private static final RowInsert APPEND =
            new RowInsert("INSERT INTO ff_follow_ups", List.of("kind", "subject", "position", "next_try_at"));

    /** The first entry of each kind in {@code ff_follow_ups_due}. */
    static final String KINDS_DUE = """
            SELECT k.value FROM json_each(?1) k
            WHERE EXISTS (SELECT 1 FROM ff_follow_ups WHERE kind = k.value AND next_try_at <= ?2)""";

    /** As above: the earliest of all kinds. */
    static final String NEXT = """
            SELECT min((SELECT min(next_try_at) FROM ff_follow_ups WHERE kind = k.value)) FROM json_each(?) k""";

    /** The first entries of {@code ff_follow_ups_due}, which holds the row's number as well. */
    static final String DUE = "SELECT " + FollowUpRow.COLUMNS + """
             FROM ff_follow_ups INDEXED BY ff_follow_ups_due WHERE kind = ? AND next_try_at <= ?
            ORDER BY next_try_at, number LIMIT ?""";

    /** By the primary key. */
    private static final String FINISH = "DELETE FROM ff_follow_ups WHERE number IN (SELECT value FROM json_each(?))";

    /** By the primary key. */
    private static final String ADVANCE =
            "UPDATE ff_follow_ups SET position = ?, failures = 0, next_try_at = ? WHERE number = ?";

    /** By the primary key. One that has moved on since it was tried, or failed elsewhere, is no longer as it was. */
    private static final String FAIL = """
            UPDATE ff_follow_ups SET failures = failures + 1, next_try_at = ?
            WHERE number = ? AND failures = ? AND position = ?""";

    private final SqlScope scope;

    SqliteFollowUpTable(SqlScope scope) {
        this.scope = scope;
    }

    @Override
    public Set<FollowUpKind> due(Collection<FollowUpKind> kinds, long now) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(KINDS_DUE);
            Columns.bindAll(statement, names(kinds), now);
            return Set.copyOf(ResultRows.of(statement, row -> new FollowUpKind(row.getString(1))));
        });
    }

    /** When the first of some kinds is to be tried. */
    OptionalLong next(Collection<FollowUpKind> kinds) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(NEXT);
            statement.setString(1, names(kinds));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return Columns.optionalLong(row, 1);
            }
        });
    }

    void append(List<FollowUp> followUps, long now) throws SQLException {
        var rows = new ArrayList<@Nullable Object[]>();
        for (var each : followUps) {
            rows.add(new Object[] {each.kind().name(), each.subject(), each.position(), now});
        }
        APPEND.run(scope, rows);
    }

    List<StoredFollowUp> due(FollowUpKind kind, long now, int limit) throws SQLException {
        var statement = scope.prepare(DUE);
        Columns.bindAll(statement, kind.name(), now, limit);
        return ResultRows.of(statement, FollowUpRow::read);
    }

    void finish(Collection<StoredFollowUp> done) throws SQLException {
        var statement = scope.prepare(FINISH);
        statement.setString(
                1, RowNumbers.json(done.stream().map(StoredFollowUp::number).toList()));
        statement.executeUpdate();
    }

    void advance(List<StoredFollowUp> moved, long now) throws SQLException {
        for (var each : moved) {
            var statement = scope.prepare(ADVANCE);
            Columns.bindAll(statement, each.followUp().position(), now, each.number());
            statement.executeUpdate();
        }
    }

    boolean fail(StoredFollowUp failed, long nextTryAt) throws SQLException {
        var statement = scope.prepare(FAIL);
        Columns.bindAll(
                statement,
                nextTryAt,
                failed.number(),
                failed.failures(),
                failed.followUp().position());
        return statement.executeUpdate() == 1;
    }

    private static String names(Collection<FollowUpKind> kinds) {
        return JsonColumn.list(kinds.stream().map(FollowUpKind::name).collect(Collectors.toList()));
    }
}
