package io.flowfabric.store.postgres.table;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Finds executions whose rows ask for an entry that is not there: claims and timers do not find them. Each entry is looked up
 * by the primary key of its table.
 */
final class MissingEntries {
    private MissingEntries() {}

    static Map<ExecutionId, String> of(PostgresScope scope, Collection<ExecutionId> ids) throws SQLException {
        var missing = new HashMap<ExecutionId, String>();
        if (ids.isEmpty()) {
            return missing;
        }
        for (EntryKind kind : EntryKind.values()) {
            try (var statement = scope.prepare(kind.missing())) {
                PostgresExecutionTable.bindIds(statement, ids);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        missing.putIfAbsent(ExecutionKey.decode(row.getBytes(1)), describe(kind));
                    }
                }
            }
        }
        return missing;
    }

    private static String describe(EntryKind kind) {
        return "its row asks for an entry of the kind %s in %s, and there is none"
                .formatted(kind.name().toLowerCase(Locale.ROOT), kind.table().fullName());
    }
}
