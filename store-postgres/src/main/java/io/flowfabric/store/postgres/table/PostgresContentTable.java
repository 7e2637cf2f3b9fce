package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.PolicyCache;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.column.JsonColumn;
import io.flowfabric.store.jdbc.row.ContentRow;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The wide parts of executions: what they were submitted with, and their results. */
final class PostgresContentTable {
    private static final BulkInsert INSERT = new BulkInsert("ff.contents", ContentRow.COLUMNS, ContentRow.TYPES, "");

    private static final String FIND = "SELECT " + ContentRow.SELECTED
            + " FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String FIND_ALL = "SELECT " + ContentRow.SELECTED
            + ", e.id FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ANY (?)";

    private static final int ID = 6;

    private static final String POLICY =
            "SELECT c.policy FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String TAGS =
            "SELECT e.id, c.tags FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ANY (?)";

    private static final String TAG = "SELECT e.id, c.tags::json ->> ? FROM ff.executions e"
            + " JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ANY (?)";

    private static final String PUT_TAGS = "UPDATE ff.contents SET tags = ? WHERE seq = ?";

    private PostgresContentTable() {}

    static void insert(PostgresScope scope, Map<Long, Submission> submissions) {
        var rows = INSERT.rows(submissions.size());
        submissions.forEach((seq, submission) -> rows.add(ContentRow.values(seq, submission)));
        scope.later(INSERT.step(rows));
    }

    static Optional<ExecutionContent> find(PostgresScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(FIND)) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(ContentRow.read(row)) : Optional.empty();
            }
        }
    }

    static Map<ExecutionId, ExecutionContent> find(PostgresScope scope, Collection<ExecutionId> ids)
            throws SQLException {
        var found = new HashMap<ExecutionId, ExecutionContent>();
        try (var statement = scope.prepare(FIND_ALL)) {
            PostgresExecutionTable.bindIds(statement, ids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.put(ExecutionKey.decode(row.getBytes(ID)), ContentRow.read(row));
                }
            }
        }
        return found;
    }

    static Optional<ExecutionPolicy> policy(PostgresScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(POLICY)) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(PolicyCache.parse(row.getString(1))) : Optional.empty();
            }
        }
    }

    static Map<ExecutionId, Tags> tags(PostgresScope scope, Collection<ExecutionId> ids) throws SQLException {
        var tags = new HashMap<ExecutionId, Tags>();
        try (var statement = scope.prepare(TAGS)) {
            PostgresExecutionTable.bindIds(statement, ids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    tags.put(ExecutionKey.decode(row.getBytes(1)), new Tags(JsonColumn.readTexts(row.getString(2))));
                }
            }
        }
        return tags;
    }

    /** The tag of one key, taken out of the others by the server: all of them could be large. */
    static Map<ExecutionId, Tags> tags(PostgresScope scope, Collection<ExecutionId> ids, String key)
            throws SQLException {
        var tags = new HashMap<ExecutionId, Tags>();
        try (var statement = scope.prepare(TAG)) {
            statement.setString(1, key);
            PostgresExecutionTable.bindIds(statement, 2, ids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    String value = row.getString(2);
                    tags.put(
                            ExecutionKey.decode(row.getBytes(1)),
                            value == null ? Tags.EMPTY : Tags.of(Map.of(key, value)));
                }
            }
        }
        return tags;
    }

    static void putTags(PostgresScope scope, long seq, Tags tags) throws SQLException {
        try (var statement = scope.prepare(PUT_TAGS)) {
            Columns.bindAll(statement, JsonColumn.write(tags.asMap()), seq);
            statement.executeUpdate();
        }
    }
}
