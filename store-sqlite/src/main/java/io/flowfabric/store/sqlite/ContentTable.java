package io.flowfabric.store.sqlite;

import io.flowfabric.engine.rules.Change;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The wide part of an execution: what it was submitted with. */
final class ContentTable {
    static final String SELECTED = "c.execution_kind, c.creator_identity, c.tags, c.input_encoding, c.input";

    private static final RowInsert INSERT = new RowInsert(
            "INSERT INTO ff_contents",
            List.of("seq", "execution_kind", "creator_identity", "policy", "tags", "input_encoding", "input"));

    private static final String FIND =
            "SELECT " + SELECTED + " FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String POLICY =
            "SELECT c.policy FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String TAGS =
            "SELECT c.tags FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String PUT_TAGS = "UPDATE ff_contents SET tags = ? WHERE seq = ?";

    private ContentTable() {}

    /** Inserts what executions were submitted with, the first in this row and the others behind it. */
    static void insert(SqlScope scope, long firstSeq, List<Change.Created> created) throws SQLException {
        var rows = new ArrayList<@Nullable Object[]>(created.size());
        for (var one : created) {
            var submission = one.submission();
            rows.add(new @Nullable Object[] {
                firstSeq + rows.size(),
                submission.executionKind(),
                submission.creatorIdentity(),
                PolicyCache.text(submission.policy()),
                JsonColumn.write(submission.tags().asMap()),
                submission.input().encoding().orElse(null),
                submission.input().bytes()
            });
        }
        INSERT.run(scope, rows);
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
}
