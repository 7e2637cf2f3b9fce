package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.PolicyCache;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.column.JsonColumn;
import io.flowfabric.store.jdbc.row.ContentRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
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
final class SqliteContentTable {
    private static final RowInsert INSERT = new RowInsert("INSERT INTO ff_contents", ContentRow.COLUMNS);

    private static final String FIND = "SELECT " + ContentRow.SELECTED
            + " FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String POLICY =
            "SELECT c.policy FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String TAGS =
            "SELECT c.tags FROM ff_executions e JOIN ff_contents c ON c.seq = e.seq WHERE e.id = ?";

    private static final String PUT_TAGS = "UPDATE ff_contents SET tags = ? WHERE seq = ?";

    private SqliteContentTable() {}

    /** Inserts what executions were submitted with, the first in this row and the others behind it. */
    static void insert(SqlScope scope, long firstSeq, List<Change.Created> created) throws SQLException {
        var rows = new ArrayList<@Nullable Object[]>(created.size());
        for (var one : created) {
            rows.add(ContentRow.values(firstSeq + rows.size(), one.submission()));
        }
        INSERT.run(scope, rows);
    }

    static Optional<ExecutionContent> find(SqlScope scope, ExecutionId id) throws SQLException {
        var statement = scope.prepare(FIND);
        statement.setBytes(1, ExecutionKey.encode(id));
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(ContentRow.read(row)) : Optional.empty();
        }
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
