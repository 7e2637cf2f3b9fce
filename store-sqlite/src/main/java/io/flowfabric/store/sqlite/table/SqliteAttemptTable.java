package io.flowfabric.store.sqlite.table;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.row.AttemptRow;
import io.flowfabric.store.sqlite.table.HotRows.Placed;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Attempts that have ended, each with the result that it brought. */
final class SqliteAttemptTable {
    private static final RowInsert ADD = new RowInsert("INSERT INTO ff_attempts", AttemptRow.COLUMNS_OF_ENDED);

    private static final String OF_EXECUTION = "SELECT " + AttemptRow.COLUMNS
            + " FROM ff_attempts WHERE seq = (SELECT seq FROM ff_executions WHERE id = ?) ORDER BY attempt_index DESC LIMIT ?";

    private static final String FORGET_RESULT =
            "UPDATE ff_attempts SET result_encoding = NULL, result = NULL WHERE seq = ? AND result IS NOT NULL";

    private static final String FIND_RESULT = "SELECT " + AttemptRow.RESULT + """
             FROM ff_executions e JOIN ff_attempts a ON a.seq = e.seq
            WHERE e.id = ? AND a.result IS NOT NULL""";

    private SqliteAttemptTable() {}

    /** Adds the attempts that some of these changes end. */
    static void add(SqlScope scope, List<Placed> changes) throws SQLException {
        ADD.run(
                scope,
                changes.stream()
                        .filter(placed -> placed.change().endedAttempt().isPresent())
                        .map(placed -> AttemptRow.valuesOfEnded(placed.seq(), placed.change()))
                        .toList());
    }

    /** The newest that have ended, by index. */
    static List<Attempt> newest(SqlScope scope, ExecutionId id, int limit) {
        var attempts = SqliteQueries.rows(scope, OF_EXECUTION, AttemptRow::read, ExecutionKey.encode(id), limit);
        Collections.reverse(attempts);
        return attempts;
    }

    static void forgetResult(SqlScope scope, long seq) throws SQLException {
        var statement = scope.prepare(FORGET_RESULT);
        statement.setLong(1, seq);
        statement.executeUpdate();
    }

    static Optional<Payload> findResult(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(FIND_RESULT);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? AttemptRow.readResult(row, 1) : Optional.empty();
        }
    }
}
