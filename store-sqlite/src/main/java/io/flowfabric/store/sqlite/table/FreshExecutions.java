package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.attempt.AttemptPointer;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.execution.ExecutionIdentity;
import io.flowfabric.model.execution.Progress;
import io.flowfabric.model.execution.Timing;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.jdbc.PolicyCache;
import io.flowfabric.store.jdbc.column.ExecutionColumn;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.row.ContentRow;
import io.flowfabric.store.sqlite.table.SqliteExecutionTable.CandidateRow;
import io.flowfabric.store.sqlite.table.SqliteExecutionTable.Row;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * First submissions of one queue, read with what their workers need in one scan of {@code ff_executions_fresh}. Each value
 * costs a call into SQLite, and of the columns of such a row most are empty: SQLite says whether a row is plain, which
 * means that they all are, and then only the others are read.
 */
final class FreshExecutions {
    private static final int SEQ = 1;
    private static final int PLAIN = 2;
    private static final int ID = 3;
    private static final int CREATED_AT = 4;
    private static final int VERSION = 5;
    private static final int RANK = 6;
    private static final int LAST_TRANSITION_AT = 7;
    private static final int LAST_MUTATION_AT = 8;
    private static final int POLICY = 9;
    private static final int CONTENT = 10;

    /** What every execution has. */
    private static final EnumSet<ExecutionColumn> READ = EnumSet.of(
            ExecutionColumn.VERSION,
            ExecutionColumn.VECTOR,
            ExecutionColumn.RANK,
            ExecutionColumn.LAST_TRANSITION_AT,
            ExecutionColumn.LAST_MUTATION_AT);

    /** Zero in an execution that was never tried. */
    private static final EnumSet<ExecutionColumn> COUNTED = EnumSet.of(
            ExecutionColumn.TOTAL_ATTEMPTS,
            ExecutionColumn.RETRIES,
            ExecutionColumn.REPLAYS,
            ExecutionColumn.RECLAIMS,
            ExecutionColumn.LEASE_EPOCH);

    private static final String IS_PLAIN =
            "coalesce(g.seq, e.flow_id, " + emptyColumns() + ", nullif(" + counters() + ", 0)) IS NULL";

    private static final String SELECT = "SELECT e.seq, " + IS_PLAIN
            + ", e.id, e.created_at, e.version, e.rank, e.last_transition_at, e.last_mutation_at, c.policy, "
            + ContentRow.SELECTED_IF_SMALL + """
             FROM ff_executions e INDEXED BY ff_executions_fresh
             JOIN ff_contents c ON c.seq = e.seq
             LEFT JOIN ff_grants g ON g.seq = e.seq
            WHERE e.queue = ? AND e.""" + StateConditions.FRESH;

    private static final String BEHIND = " AND (e.rank, e.created_at, e.id) > (?, ?, ?)";

    private static final String IN_ORDER = " ORDER BY e.rank, e.created_at, e.id LIMIT ?";

    private static final String FROM_THE_FRONT = SELECT + IN_ORDER;

    private static final String BEHIND_A_PLACE = SELECT + BEHIND + IN_ORDER;

    private static final StateVector FRESH = StateVector.of(VectorRow.ELIGIBLE, AttemptState.PENDING_FIRST_ATTEMPT);

    private final Queue queue;
    private final PolicyCache policies;

    FreshExecutions(Queue queue, PolicyCache policies) {
        this.queue = queue;
        this.policies = policies;
    }

    private static String emptyColumns() {
        var empty = EnumSet.complementOf(READ);
        empty.removeAll(COUNTED);
        return empty.stream().map(column -> "e." + column.column()).collect(Collectors.joining(", "));
    }

    private static String counters() {
        return COUNTED.stream().map(column -> "e." + column.column()).collect(Collectors.joining(" + "));
    }

    /** Wants the queue, a place behind which it reads, if it does, and how many rows it reads. */
    static String statement(boolean behind) {
        return behind ? BEHIND_A_PLACE : FROM_THE_FRONT;
    }

    /** A place in the order of the lane: the row of a candidate, and the candidate itself unless more must be read. */
    record FrontRow(long seq, Optional<CandidateRow> plain) {}

    FrontRow read(ResultSet row) throws SQLException {
        long seq = row.getLong(SEQ);
        if (row.getInt(PLAIN) == 0) {
            return new FrontRow(seq, Optional.empty());
        }
        var loaded =
                new Loaded(execution(row), policies.of(row.getString(POLICY)), Optional.empty(), Membership.STANDALONE);
        return new FrontRow(
                seq, Optional.of(new CandidateRow(new Row(seq, loaded), ContentRow.candidate(row, CONTENT, loaded))));
    }

    private Execution execution(ResultSet row) throws SQLException {
        return new Execution(
                new ExecutionIdentity(
                        ExecutionKey.decode(row.getBytes(ID)),
                        queue.namespace(),
                        queue.lane(),
                        queue.requiredCapabilities(),
                        Optional.empty(),
                        Optional.empty()),
                row.getLong(VERSION),
                FRESH,
                "",
                -row.getInt(RANK),
                Counters.ZERO,
                0,
                AttemptPointer.NONE,
                Optional.empty(),
                Optional.empty(),
                new Timing(
                        row.getLong(CREATED_AT),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        row.getLong(LAST_TRANSITION_AT),
                        row.getLong(LAST_MUTATION_AT)),
                DueTimes.NONE,
                PendingLineage.NONE,
                Progress.NONE,
                ExecutionEnding.NONE,
                OptionalLong.empty());
    }
}
