package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.AnswerRules;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.store.Candidate;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.ColumnType;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.JsonColumn;
import io.flowfabric.store.jdbc.PolicyCache;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The wide parts of executions: what they were submitted with, and their results. */
final class PgContentTable {
    static final String SELECTED = "c.execution_kind, c.creator_identity, c.tags, c.input_encoding, c.input";

    /** What content weighs, without reading it from where large values are kept. */
    private static final String BYTES = "octet_length(c.input) + coalesce(octet_length(c.tags), 0)";

    /** As {@link #SELECTED}; the wide columns are null where they weigh too much to come along. */
    static final String SELECTED_IF_SMALL = "c.execution_kind, " + BYTES + ", c.creator_identity, c.input_encoding, "
            + ifSmall("c.tags") + ", " + ifSmall("c.input");

    private static final BulkInsert INSERT = new BulkInsert(
            "ff.contents",
            List.of("seq", "execution_kind", "creator_identity", "policy", "tags", "input_encoding", "input"),
            List.of(
                    ColumnType.BIGINT,
                    ColumnType.TEXT,
                    ColumnType.TEXT,
                    ColumnType.TEXT,
                    ColumnType.TEXT,
                    ColumnType.TEXT,
                    ColumnType.BYTES),
            "");

    private static final String FIND =
            "SELECT " + SELECTED + " FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String FIND_ALL = "SELECT " + SELECTED
            + ", e.id FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ANY (?)";

    private static final int ID = 6;

    private static final String POLICY =
            "SELECT c.policy FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String TAGS =
            "SELECT e.id, c.tags FROM ff.executions e JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ANY (?)";

    private static final String TAG = "SELECT e.id, c.tags::json ->> ? FROM ff.executions e"
            + " JOIN ff.contents c ON c.seq = e.seq WHERE e.id = ANY (?)";

    private static final String PUT_TAGS = "UPDATE ff.contents SET tags = ? WHERE seq = ?";

    private PgContentTable() {}

    private static String ifSmall(String column) {
        return "CASE WHEN %s <= %d THEN %s END".formatted(BYTES, AnswerRules.ALONG_BYTES, column);
    }

    static void insert(PgScope scope, Map<Long, Submission> submissions) {
        var rows = INSERT.rows();
        submissions.forEach((seq, submission) -> rows.add(
                seq,
                submission.executionKind(),
                submission.creatorIdentity(),
                PolicyCache.text(submission.policy()),
                JsonColumn.write(submission.tags().asMap()),
                submission.input().encoding().orElse(null),
                submission.input().bytes()));
        scope.later(INSERT.step(rows));
    }

    static Optional<ExecutionContent> find(PgScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(FIND)) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(read(row, 1)) : Optional.empty();
            }
        }
    }

    static Map<ExecutionId, ExecutionContent> find(PgScope scope, Collection<ExecutionId> ids) throws SQLException {
        var found = new HashMap<ExecutionId, ExecutionContent>();
        try (var statement = scope.prepare(FIND_ALL)) {
            PgExecutionTable.bindIds(statement, ids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.put(ExecutionKey.decode(row.getBytes(ID)), read(row, 1));
                }
            }
        }
        return found;
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
        byte[] input = row.getBytes(first + 5);
        return new Candidate(
                loaded,
                kind,
                row.getLong(first + 1),
                input == null
                        ? Optional.empty()
                        : Optional.of(new ExecutionContent(
                                kind,
                                row.getString(first + 2),
                                new Payload(input, Optional.ofNullable(row.getString(first + 3))),
                                new Tags(JsonColumn.readTexts(row.getString(first + 4))))));
    }

    static Optional<ExecutionPolicy> policy(PgScope scope, ExecutionId id) throws SQLException {
        try (var statement = scope.prepare(POLICY)) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(PolicyCache.parse(row.getString(1))) : Optional.empty();
            }
        }
    }

    static Map<ExecutionId, Tags> tags(PgScope scope, Collection<ExecutionId> ids) throws SQLException {
        var tags = new HashMap<ExecutionId, Tags>();
        try (var statement = scope.prepare(TAGS)) {
            PgExecutionTable.bindIds(statement, ids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    tags.put(ExecutionKey.decode(row.getBytes(1)), new Tags(JsonColumn.readTexts(row.getString(2))));
                }
            }
        }
        return tags;
    }

    /** The tag of one key, taken out of the others by the server: all of them could be large. */
    static Map<ExecutionId, Tags> tags(PgScope scope, Collection<ExecutionId> ids, String key) throws SQLException {
        var tags = new HashMap<ExecutionId, Tags>();
        try (var statement = scope.prepare(TAG)) {
            statement.setString(1, key);
            PgExecutionTable.bindIds(statement, 2, ids);
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

    static void putTags(PgScope scope, long seq, Tags tags) throws SQLException {
        try (var statement = scope.prepare(PUT_TAGS)) {
            Columns.bindAll(statement, JsonColumn.write(tags.asMap()), seq);
            statement.executeUpdate();
        }
    }
}
