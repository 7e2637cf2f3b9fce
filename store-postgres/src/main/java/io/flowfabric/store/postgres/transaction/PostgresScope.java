package io.flowfabric.store.postgres.transaction;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.Columns;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One transaction: its connection, what waits to be sent, what is to happen after its commit, and by which number the
 * server knows it.
 */
public final class PostgresScope {
    /**
     * A plan that is made while the tables are small must hold when they have grown, so it goes by their indexes. No row is looked
     * up twice, so none need be remembered.
     */
    public static final String BY_INDEX = "set_config('enable_seqscan', 'off', true)"
            + ", set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)"
            + ", set_config('enable_memoize', 'off', true)";

    /** How the statements of a write are planned: once, and carried out as they are, because compiling one takes longer. */
    public static final String PLANNING = "set_config('plan_cache_mode', 'force_generic_plan', true)"
            + ", set_config('jit', 'off', true), " + BY_INDEX;

    /**
     * Nothing waits longer than the caller does, and nothing is planned twice: planning a claim takes ten times as long
     * as carrying it out. A session whose client is stopped or cut off ends at the same time, and with it what it holds.
     * Local to the transaction, so that a pooler cannot carry it on. The time comes along, because nearly every transaction
     * asks for it.
     */
    private static final String LIMITS = "SELECT " + ServerClock.MILLIS
            + ", set_config('lock_timeout', ?, true), set_config('statement_timeout', ?, true)"
            + ", set_config('idle_in_transaction_session_timeout', ?, true), " + PLANNING;

    /** As {@link #LIMITS}, also for a client that is stopped while it sends. */
    private static final String LIMITS_AND_END = LIMITS + ", set_config('transaction_timeout', ?, true)";

    private static final int FIRST_WITH_TRANSACTION_TIMEOUT = 17;

    /** So much later than a statement is ended the transaction is, which costs its connection. */
    private static final long GRACE_MS = 1_000;

    private static final String NUMBER = "SELECT pg_current_xact_id()::text";

    /**
     * So long a statement waits for a row or a table that another transaction holds. Enough for one that is about to
     * commit; behind any other the unit gives its connection back and is run again.
     */
    private static final long MOST_LOCK_WAIT_MS = 5;

    private final Connection connection;
    private final PostgresStatements statements;
    private final StatementPipeline pipeline = new StatementPipeline();
    private final List<Runnable> last = new ArrayList<>(1);
    private final List<Runnable> hooks = new ArrayList<>(1);
    private volatile Optional<Statement> running = Optional.empty();
    private Optional<Aside> aside = Optional.empty();
    private long begunAt;
    private boolean addsQueues;
    private boolean holdsRows;
    private boolean changesRows;
    private boolean keepsSnapshot;
    private Optional<Execution> trace = Optional.empty();
    private Optional<String> transactionId = Optional.empty();

    public PostgresScope(Connection connection, PostgresStatements statements) {
        this.connection = connection;
        this.statements = statements;
    }

    /**
     * Notes that the transaction is one of a caller's, which we neither began nor end; hooks for its commit are never run.
     *
     * @param millis the server's time
     * @param fixed whether it sees nothing that is committed after its begin
     */
    public void isCallers(Aside own, long millis, boolean fixed) {
        aside = Optional.of(own);
        begunAt = millis;
        keepsSnapshot = fixed;
    }

    /** Runs work in a transaction of our own beside the caller's. */
    public interface Aside {
        <T> T run(PostgresTransactions.Work<T> work);
    }

    /** Whether the transaction is one of a caller's. */
    public boolean isCallers() {
        return aside.isPresent();
    }

    /** Whether its statements see nothing that is committed after its begin. */
    public boolean keepsSnapshot() {
        return keepsSnapshot;
    }

    /** Runs work in a transaction beside the caller's. */
    public <T> T aside(PostgresTransactions.Work<T> work) {
        return aside.orElseThrow().run(work);
    }

    /** Has the server end whatever takes longer; it is told with the first statement. */
    void limitTo(Deadline end) throws SQLException {
        boolean ends = connection.getMetaData().getDatabaseMajorVersion() >= FIRST_WITH_TRANSACTION_TIMEOUT;
        pipeline.add(new PipelinedStatement(
                ends ? LIMITS_AND_END : LIMITS,
                (statement, first) -> {
                    long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(end.remainingNanos()));
                    int next = first;
                    statement.setString(next++, Math.min(left, MOST_LOCK_WAIT_MS) + "ms");
                    statement.setString(next++, left + "ms");
                    statement.setString(next++, left + "ms");
                    if (ends) {
                        statement.setString(next++, left + GRACE_MS + "ms");
                    }
                    return next;
                },
                row -> {
                    row.next();
                    begunAt = row.getLong(1);
                }));
    }

    /** Begins the transaction of a read. */
    public void begin(PipelinedStatement isolation) {
        UncheckedSql.run(() -> {
            connection.setAutoCommit(false);
            later(isolation);
            return isolation;
        });
    }

    /** The server's time at the begin of the transaction. */
    public long begunAt() throws SQLException {
        send();
        return begunAt;
    }

    /** Sends a statement with the next one, or with COMMIT. */
    public void later(PipelinedStatement step) {
        note(step.sql());
        pipeline.add(step);
    }

    /** What is no query may change rows. */
    private void note(String sql) {
        changesRows |= !sql.startsWith("SELECT");
    }

    /** Notes that rows were locked. */
    public void holdRows() {
        holdsRows = true;
    }

    /** Sends a statement, and what waits to be sent, in one round trip. */
    public void now(PipelinedStatement step) throws SQLException {
        later(step);
        send();
    }

    /** Sends what waits to be sent. */
    public void send() throws SQLException {
        if (!pipeline.isEmpty()) {
            pipeline.send(this::prepareNext);
        }
    }

    /** Adds what is to be sent right before COMMIT, and with it. */
    public void last(Runnable adding) {
        last.add(adding);
    }

    /** Adds now what was to be added right before COMMIT. */
    public void addLast() {
        last.forEach(Runnable::run);
        last.clear();
    }

    /**
     * Commits, in the round trip of what waits to be sent. That may be done only when the transaction's number is known:
     * its fate could not be asked otherwise.
     *
     * <p>A transaction that locked rows and changed none is rolled back: a row lock is logged, so a commit would hold the rows
     * until the log is on the disk, and claims of other processes would pass over them for as long.
     */
    void commit() throws SQLException {
        if (holdsRows && !changesRows && last.isEmpty()) {
            send();
            connection.rollback();
            return;
        }
        if (!last.isEmpty() && transactionId.isEmpty()) {
            now(new PipelinedStatement(NUMBER, PipelinedStatement.NO_PARAMETERS, row -> {
                row.next();
                transactionId(row.getString(1));
            }));
        }
        addLast();
        if (pipeline.isEmpty() || transactionId.isEmpty()) {
            send();
            connection.commit();
        } else {
            now(new PipelinedStatement("COMMIT", PipelinedStatement.NO_PARAMETERS));
        }
    }

    /** Cancels the statement that is being carried out, if there is one. Any thread may call it. */
    void cancel() throws SQLException {
        if (running.isPresent()) {
            running.get().cancel();
        }
    }

    public Connection connection() {
        return connection;
    }

    /** A statement; the driver keeps what it has parsed, so preparing the same text again is cheap. Close it. */
    public PreparedStatement prepare(String sql) throws SQLException {
        note(sql);
        send();
        return prepareNext(sql);
    }

    /** Runs a statement that changes one row and answers the transaction's number. */
    public void change(String sql, @Nullable Object... values) throws SQLException {
        try (var statement = prepare(sql)) {
            Columns.bindAll(statement, values);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                transactionId(row.getString(1));
            }
        }
    }

    private PreparedStatement prepareNext(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(statements.text(sql));
        running = Optional.of(statement);
        return statement;
    }

    /** Notes that this transaction adds queues, which no other transaction may use before its commit. */
    public void addQueues() {
        addsQueues = true;
    }

    public boolean addsQueues() {
        return addsQueues;
    }

    /** What marks the advisory locks of this store among all of its database. */
    public int lockSpace() {
        return statements.schema().lockSpace();
    }

    /** Runs something once the transaction is committed, before its caller is answered. */
    public void afterCommit(Runnable hook) {
        hooks.add(hook);
    }

    void runHooks() {
        hooks.forEach(Runnable::run);
    }

    /** Remembers the transaction's number, by which its fate can be asked when COMMIT gets no answer. */
    public void transactionId(String id) {
        transactionId = Optional.of(id);
    }

    /** Remembers an execution as the transaction leaves it, by which its commit is known again. */
    public void leaves(Execution execution) {
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
