package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.model.execution.Execution;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One transaction: its connection, what is to happen after its commit, and by which number the server knows it. */
final class PgScope {
    /**
     * Nothing waits longer than the caller does, and nothing is planned twice: planning a claim takes ten times as long
     * as carrying it out. Local to the transaction, so that a pooler cannot carry it on. The time comes along, because
     * nearly every transaction asks for it.
     */
    private static final String LIMITS = "SELECT " + ServerClock.MILLIS
            + ", set_config('lock_timeout', ?, true), set_config('statement_timeout', ?, true)"
            + ", set_config('plan_cache_mode', 'force_generic_plan', true)";

    private static final int PARAMETERS_OF_LIMITS = 2;

    private static final String SHORT_WAIT = "SELECT set_config('lock_timeout', '100ms', true)";

    private final Connection connection;
    private final Statements statements;
    private final boolean repeat;
    private final List<Runnable> hooks = new ArrayList<>(1);
    private Optional<Deadline> deadline = Optional.empty();
    private Optional<Deadline> limit = Optional.empty();
    private long begunAt;
    private Optional<Execution> trace = Optional.empty();
    private Optional<String> transactionId = Optional.empty();

    PgScope(Connection connection, Statements statements, boolean repeat) {
        this.connection = connection;
        this.statements = statements;
        this.repeat = repeat;
    }

    PgScope(Connection connection, Statements statements) {
        this(connection, statements, false);
    }

    /** Has the server end whatever takes longer; it is told before or with the first statement. */
    void limitTo(Deadline end) {
        limit = Optional.of(end);
    }

    /** The server's time at the begin of the transaction. */
    long begunAt() throws SQLException {
        setLimits();
        return begunAt;
    }

    /** Reads the rows of a query. */
    interface Reader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /** Queries by one text; the limits are set in the same round trip when that was not done before. */
    <T> T query(String sql, String parameter, Reader<T> reader) throws SQLException {
        if (limit.isEmpty()) {
            try (var statement = prepare(sql)) {
                statement.setString(1, parameter);
                try (ResultSet rows = statement.executeQuery()) {
                    return reader.read(rows);
                }
            }
        }
        try (var statement = connection.prepareStatement(statements.text(LIMITS + "; " + sql))) {
            bindLimits(statement);
            statement.setString(PARAMETERS_OF_LIMITS + 1, parameter);
            statement.execute();
            readLimits(statement);
            statement.getMoreResults();
            try (ResultSet rows = statement.getResultSet()) {
                return reader.read(rows);
            }
        }
    }

    private void setLimits() throws SQLException {
        if (limit.isPresent()) {
            try (var statement = connection.prepareStatement(statements.text(LIMITS))) {
                bindLimits(statement);
                statement.execute();
                readLimits(statement);
            }
        }
    }

    private void bindLimits(PreparedStatement statement) throws SQLException {
        long nanos = limit.orElseThrow().remainingNanos();
        String left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)) + "ms";
        statement.setString(1, left);
        statement.setString(2, left);
    }

    private void readLimits(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.getResultSet()) {
            row.next();
            begunAt = row.getLong(1);
        }
        limit = Optional.empty();
    }

    /** Whether the unit was run before and others were in its way. */
    boolean isRepeat() {
        return repeat;
    }

    /** From here on a row that somebody else holds ends the transaction; the unit is then run again. */
    void doNotWaitLongForRows() throws SQLException {
        try (var statement = prepare(SHORT_WAIT)) {
            statement.execute();
        }
    }

    /** Lets the driver cancel statements when a caller's time is up, to the second. */
    void cancelAt(Deadline end) {
        deadline = Optional.of(end);
    }

    Connection connection() {
        return connection;
    }

    /** A statement; the driver keeps what it has parsed, so preparing the same text again is cheap. Close it. */
    PreparedStatement prepare(String sql) throws SQLException {
        setLimits();
        PreparedStatement statement = connection.prepareStatement(statements.text(sql));
        if (deadline.isPresent()) {
            statement.setQueryTimeout(1
                    + (int) Math.max(
                            0, TimeUnit.NANOSECONDS.toSeconds(deadline.get().remainingNanos())));
        }
        return statement;
    }

    /** What marks the advisory locks of this store among all of its database. */
    int lockSpace() {
        return statements.schema().lockSpace();
    }

    /** Runs something once the transaction is committed, before its caller is answered. */
    void afterCommit(Runnable hook) {
        hooks.add(hook);
    }

    void runHooks() {
        hooks.forEach(Runnable::run);
    }

    /** Remembers the transaction's number, by which its fate can be asked when COMMIT gets no answer. */
    void transactionId(String id) {
        transactionId = Optional.of(id);
    }

    /** Remembers an execution as the transaction leaves it, by which its commit is known again. */
    void leaves(Execution execution) {
        trace = Optional.of(execution);
    }

    Optional<Execution> trace() {
        return trace;
    }

    /** Empty when the transaction has written nothing. */
    Optional<String> transactionId() {
        return transactionId;
    }
}
