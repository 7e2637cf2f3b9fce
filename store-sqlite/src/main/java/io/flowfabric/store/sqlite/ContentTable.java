package io.flowfabric.store.sqlite;

import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.JsonColumn;
import io.flowfabric.store.jdbc.PolicyCache;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The wide parts of an execution: what it was submitted with, and its result. */
final class ContentTable {
    static final String SELECTED = "c.execution_kind, c.creator_identity, c.tags, c.input_encoding, c.input";

    /** Follows the insert of the execution itself on the same connection, whose row number it takes over. */
    private static final String INSERT = """
            INSERT INTO ff_contents (seq, execution_kind, creator_identity, policy, tags, input_encoding, input)
            VALUES (last_insert_rowid(), ?, ?, ?, ?, ?, ?)""";

    private static final String FIND =
            "SELECT " + SELECTED + " FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String POLICY =
            "SELECT c.policy FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String TAGS =
            "SELECT c.tags FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String PUT_TAGS = "UPDATE ff_contents SET tags = ? WHERE seq = ?";

    private static final String PUT_RESULT =
            "INSERT OR REPLACE INTO ff_results (seq, encoding, result) VALUES (?, ?, ?)";

    private static final String DELETE_RESULT = "DELETE FROM ff_results WHERE seq = ?";

    private static final String FIND_RESULT =
            "SELECT r.encoding, r.result FROM ff_executions e JOIN ff_results r ON r.seq = e.seq WHERE e.id = ?";

    private ContentTable() {}

    static void insert(SqlScope scope, Submission submission) throws SQLException {
        var statement = scope.prepare(INSERT);
        Columns.bindAll(
                statement,
                submission.executionKind(),
                submission.creatorIdentity(),
                PolicyCache.text(submission.policy()),
                JsonColumn.write(submission.tags().asMap()),
                submission.input().encoding().orElse(null),
                submission.input().bytes());
        statement.executeUpdate();
    }

    static Optional<ExecutionContent> find(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(FIND);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(read(row, 1)) : Optional.empty();
        }
    }

    static ExecutionContent read(ResultSet row, int first) throws SQLException {
        return new ExecutionContent(
                row.getString(first),
                row.getString(first + 1),
                new Payload(row.getBytes(first + 4), Optional.ofNullable(row.getString(first + 3))),
                new Tags(JsonColumn.readTexts(row.getString(first + 2))));
    }

    static Optional<ExecutionPolicy> policy(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(POLICY);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(PolicyCache.parse(row.getString(1))) : Optional.empty();
        }
    }

    static Map<ExecutionId, Tags> tags(SqlScope scope, Collection<ExecutionId> ids) throws SQLException {
        var tags = new HashMap<ExecutionId, Tags>();
        for (ExecutionId id : ids) {
            var statement = scope.prepare(TAGS);
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    tags.put(id, new Tags(JsonColumn.readTexts(row.getString(1))));
                }
            }
        }
        return tags;
    }

    static void putTags(SqlScope scope, long seq, Tags tags) throws SQLException {
        var statement = scope.prepare(PUT_TAGS);
        Columns.bindAll(statement, JsonColumn.write(tags.asMap()), seq);
        statement.executeUpdate();
    }

    static void putResult(SqlScope scope, long seq, Payload result) throws SQLException {
        var statement = scope.prepare(PUT_RESULT);
        Columns.bindAll(statement, seq, result.encoding().orElse(null), result.bytes());
        statement.executeUpdate();
    }

    static void deleteResult(SqlScope scope, long seq) throws SQLException {
        var statement = scope.prepare(DELETE_RESULT);
        statement.setLong(1, seq);
        statement.executeUpdate();
    }

    static Optional<Payload> findResult(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(FIND_RESULT);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? Optional.of(new Payload(row.getBytes(2), Optional.ofNullable(row.getString(1))))
                    : Optional.empty();
        }
    }
}
