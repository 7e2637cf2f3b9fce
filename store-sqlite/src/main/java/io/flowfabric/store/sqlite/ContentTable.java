package io.flowfabric.store.sqlite;

import io.flowfabric.engine.rules.AnswerRules;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.Candidate;
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

    /** What content weighs, by the lengths that stand in front of the values. */
    private static final String BYTES = "octet_length(c.input) + coalesce(octet_length(c.tags), 0)";

    /** As {@link #SELECTED}; the wide columns are null where they weigh too much to come along. */
    static final String SELECTED_IF_SMALL = "c.execution_kind, " + BYTES + ", c.creator_identity, c.input_encoding, "
            + ifSmall("c.tags") + ", " + ifSmall("c.input");

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

    private static String ifSmall(String column) {
        return "CASE WHEN %s <= %d THEN %s END".formatted(BYTES, AnswerRules.ALONG_BYTES, column);
    }

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

    /** A candidate of {@link #SELECTED_IF_SMALL}. */
    static Candidate candidate(ResultSet row, int first, Loaded loaded) throws SQLException {
        String kind = row.getString(first);
        long bytes = row.getLong(first + 1);
        return new Candidate(
                loaded,
                kind,
                bytes,
                bytes > AnswerRules.ALONG_BYTES
                        ? Optional.empty()
                        : Optional.of(new ExecutionContent(
                                kind,
                                row.getString(first + 2),
                                new Payload(row.getBytes(first + 5), Optional.ofNullable(row.getString(first + 3))),
                                new Tags(JsonColumn.readTexts(row.getString(first + 4))))));
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

    /** As above, of each no more than the tag of one key: all of them together could be large. */
    static Map<ExecutionId, Tags> tags(SqlScope scope, Collection<ExecutionId> ids, String key) throws SQLException {
        var found = new HashMap<ExecutionId, Tags>();
        for (ExecutionId id : ids) {
            tags(scope, List.of(id)).forEach((same, tags) -> found.put(same, tags.only(key)));
        }
        return found;
    }

    static void putTags(SqlScope scope, long seq, Tags tags) throws SQLException {
        var statement = scope.prepare(PUT_TAGS);
        Columns.bindAll(statement, JsonColumn.write(tags.asMap()), seq);
        statement.executeUpdate();
    }
}
