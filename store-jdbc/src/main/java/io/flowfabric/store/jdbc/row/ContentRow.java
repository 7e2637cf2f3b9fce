package io.flowfabric.store.jdbc.row;

import static io.flowfabric.store.jdbc.column.ColumnType.BIGINT;
import static io.flowfabric.store.jdbc.column.ColumnType.BYTES;
import static io.flowfabric.store.jdbc.column.ColumnType.TEXT;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.rules.limit.AnswerRules;
import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.PolicyCache;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.JsonColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The wide part of an execution as a row: what it was submitted with. */
public final class ContentRow {
    /** The columns of a row, in the order of {@link #values}. */
    public static final List<String> COLUMNS =
            List.of("seq", "execution_kind", "creator_identity", "policy", "tags", "input_encoding", "input");

    /** What kind of value each of {@link #COLUMNS} holds. */
    public static final List<ColumnType> TYPES = List.of(BIGINT, TEXT, TEXT, TEXT, TEXT, TEXT, BYTES);

    /** What {@link #read} wants, of a table with the alias {@code c}. */
    public static final String SELECTED = "c.execution_kind, c.creator_identity, c.tags, c.input_encoding, c.input";

    /** The size of the content. Both databases know it without reading the values. */
    private static final String SIZE = "octet_length(c.input) + coalesce(octet_length(c.tags), 0)";

    /** What {@link #candidate} wants; the wide columns are null where they are too large for an answer to a claim. */
    public static final String SELECTED_IF_SMALL = "c.execution_kind, " + SIZE
            + ", c.creator_identity, c.input_encoding, " + ifSmall("c.tags") + ", " + ifSmall("c.input");

    private ContentRow() {}

    private static String ifSmall(String column) {
        return "CASE WHEN %s <= %d THEN %s END".formatted(SIZE, AnswerRules.ALONG_BYTES, column);
    }

    /** What {@link #COLUMNS} hold for a submission. */
    public static @Nullable Object[] values(long seq, Submission submission) {
        return new @Nullable Object[] {
            seq,
            submission.executionKind(),
            submission.creatorIdentity(),
            PolicyCache.text(submission.policy()),
            JsonColumn.write(submission.tags().asMap()),
            submission.input().encoding().orElse(null),
            submission.input().bytes()
        };
    }

    /** Reads {@link #SELECTED} from the first column on. */
    public static ExecutionContent read(ResultSet row) throws SQLException {
        return new ExecutionContent(
                row.getString(1),
                row.getString(2),
                new Payload(row.getBytes(5), Optional.ofNullable(row.getString(4))),
                new Tags(JsonColumn.readTexts(row.getString(3))));
    }

    /** Reads {@link #SELECTED_IF_SMALL} from a column on. */
    public static Candidate candidate(ResultSet row, int first, Loaded loaded) throws SQLException {
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
}
