package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.DueReads;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What is due and when the next will be, each answered by the index of its alarm. */
final class PgDueQueries implements DueReads {
    private static final String NEXT = """
            SELECT least(
                (SELECT min(delay_until) FROM ff.executions WHERE vector BETWEEN 20 AND 49),
                (SELECT min(lease_expires_at) FROM ff.executions WHERE vector = 114),
                (SELECT min(attempt_timeout_at) FROM ff.executions WHERE attempt_timeout_at IS NOT NULL),
                (SELECT min(deadline_at) FROM ff.executions WHERE deadline_at IS NOT NULL))""";

    private final PgScope scope;

    PgDueQueries(PgScope scope) {
        this.scope = scope;
    }

    @Override
    public List<ExecutionId> due(Alarm alarm, long now, int limit) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(statement(alarm))) {
                statement.setLong(1, now);
                statement.setInt(2, limit);
                var ids = new ArrayList<ExecutionId>();
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        ids.add(ExecutionKey.decode(row.getBytes(1)));
                    }
                }
                return ids;
            }
        });
    }

    @Override
    public OptionalLong next() {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(NEXT);
                    ResultSet row = statement.executeQuery()) {
                row.next();
                long due = row.getLong(1);
                return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(due);
            }
        });
    }

    static String statement(Alarm alarm) {
        return switch (alarm) {
            case DELAY -> due("vector BETWEEN 20 AND 49", "delay_until");
            case LEASE_EXPIRY -> due("vector = 114", "lease_expires_at");
            case ATTEMPT_TIMEOUT -> due("attempt_timeout_at IS NOT NULL", "attempt_timeout_at");
            case DEADLINE -> due("deadline_at IS NOT NULL", "deadline_at");
        };
    }

    private static String due(String condition, String column) {
        return "SELECT id FROM ff.executions WHERE %s AND %s <= ? ORDER BY %s LIMIT ?"
                .formatted(condition, column, column);
    }
}
