package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.row.AttemptRow;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Attempts that have ended, each with the result that it brought. */
final class PostgresAttemptTable {
    private static final BulkInsert ADD =
            new BulkInsert("ff.attempts", AttemptRow.COLUMNS_OF_ENDED, AttemptRow.TYPES_OF_ENDED, "");

    private static final String OF_EXECUTION = "SELECT " + AttemptRow.COLUMNS
            + " FROM ff.attempts WHERE seq = (SELECT seq FROM ff.executions WHERE id = ?) ORDER BY attempt_index DESC LIMIT ?";

    private static final String FORGET_RESULT =
            "UPDATE ff.attempts SET result_encoding = NULL, result = NULL WHERE seq = ? AND result IS NOT NULL";

    private static final String FIND_RESULT = "SELECT " + AttemptRow.RESULT + """
             FROM ff.executions e JOIN ff.attempts a ON a.seq = e.seq
            WHERE e.id = ? AND a.result IS NOT NULL""";

    private PostgresAttemptTable() {}

    /** Adds the attempts that some of these changes end. */
    static void add(PostgresScope scope, List<Change.OfExecution> changes, Map<ExecutionId, Long> seqs) {
        var rows = ADD.rows(changes.size());
        for (var change : changes) {
            if (change.endedAttempt().isPresent()) {
                rows.add(AttemptRow.valuesOfEnded(seqs.get(change.after().id()), change));
            }
        }
        if (!rows.isEmpty()) {
            scope.later(ADD.step(rows));
        }
    }

    /** The newest that have ended, by index. */
    static List<Attempt> newest(PostgresScope scope, ExecutionId id, int limit) {
        var attempts = PostgresQueries.rows(scope, OF_EXECUTION, AttemptRow::read, ExecutionKey.encode(id), limit);
        Collections.reverse(attempts);
        return attempts;
    }

    static void forgetResult(PostgresScope scope, long seq) throws SQLException {
        try (var statement = scope.prepare(FORGET_RESULT)) {
            statement.setLong(1, seq);
            statement.executeUpdate();
        }
    }

    static Optional<Payload> findResult(PostgresScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(FIND_RESULT)) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? AttemptRow.readResult(row, 1) : Optional.empty();
            }
        }
    }
}
