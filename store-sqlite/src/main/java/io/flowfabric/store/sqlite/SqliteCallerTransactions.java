package io.flowfabric.store.sqlite;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.CallerConnection;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.sqlite.opening.SqliteErrors;
import io.flowfabric.store.sqlite.turn.WriteTurn;
import io.flowfabric.store.sqlite.writer.StatementCache;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.sqlite.SQLiteConnection;

/**
 * Writes in transactions that callers have open on connections of their own to the same file, and announces their commits
 * like those of our writers. SQLite calls a listener when a COMMIT begins; that it has succeeded is seen by reading.
 * Safe for use by any thread.
 */
final class SqliteCallerTransactions {
    /** Takes SQLite's write lock and changes nothing. A transaction that read first could not be sure to get it. */
    private static final String TAKE_WRITE_LOCK = "UPDATE ff_outbox SET purged_to = purged_to WHERE 0";

    private static final String SAVEPOINT = "SAVEPOINT ff_caller";
    private static final String RELEASE = "RELEASE ff_caller";
    private static final String ROLLBACK_TO = "ROLLBACK TO ff_caller";

    private static final String STANDS = "Nothing of this submission was stored; the transaction stands as before.";
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final Optional<Path> file;
    private final WriteTurn turn;
    private final Map<SQLiteConnection, CallerTransaction> known = new WeakHashMap<>();
    private final Queue<Committing> committing = new ConcurrentLinkedQueue<>();
    private volatile boolean used;
    private volatile boolean closed;

    SqliteCallerTransactions(Optional<Path> file, WriteTurn turn) {
        this.file = file;
        this.turn = turn;
    }

    /** An execution whose transaction is being committed, and until when the store polls for it. */
    private record Committing(ExecutionId id, Deadline pollUntil) {}

    /** Work in a caller's transaction. */
    interface Work<T> {
        T run(CallerScope scope) throws SQLException;
    }

    /** @param newest the execution that was stored last, if one was */
    record Written<T>(T answer, Optional<ExecutionId> newest) {}

    /** Runs work under a savepoint of the caller's transaction. */
    <T> T run(Connection connection, Work<Written<T>> work) {
        if (closed) {
            throw new UnavailableException("write", "The store is closed; nothing was written. Open it again.");
        }
        try {
            requireFile();
            var transaction = transactionOf(CallerConnection.require(connection, SQLiteConnection.class));
            try (var statements = new StatementCache(connection)) {
                var scope = new CallerScope(connection, statements);
                takeWriteLock(scope);
                scope.execute(SAVEPOINT);
                var written = attempt(scope, work);
                scope.execute(RELEASE);
                written.newest().ifPresent(transaction::wrote);
                return written.answer();
            }
        } catch (SQLException failed) {
            throw typed(failed, STANDS);
        }
    }

    /** Fails when the calling thread has written in a transaction that is still open: a writer would wait for it. */
    void requireNotHeldUp() {
        if (!used) {
            return;
        }
        try {
            for (var transaction : snapshot()) {
                if (transaction.isHeldHere()) {
                    throw EngineError.of(
                                    ErrorCode.INVALID_INPUT,
                                    "this thread has a transaction of its own open on " + name(),
                                    "The call would wait for it for ever. Commit or roll it back first, or use"
                                            + " submit(connection, …) to submit inside it.")
                            .toException();
                }
            }
        } catch (SQLException failed) {
            throw typed(failed, STANDS);
        }
    }

    /**
     * Announces transactions whose COMMIT has succeeded since it was last called.
     *
     * @param isStored whether an execution can be read
     */
    void announceCommitted(Predicate<ExecutionId> isStored) {
        if (!committing.isEmpty()
                && committing.removeIf(one -> one.pollUntil().hasPassed() || isStored.test(one.id()))) {
            turn.announceCommit();
        }
    }

    void close() {
        closed = true;
    }

    private void requireFile() {
        if (file.isEmpty()) {
            throw CallerConnection.refuse(
                    "the store is a database in memory, which no other connection leads to",
                    "Open the store on a file, or submit without the connection.");
        }
    }

    private CallerTransaction transactionOf(SQLiteConnection driver) throws SQLException {
        synchronized (known) {
            var transaction = known.get(driver);
            if (transaction == null) {
                CallerFile.require(driver, file.orElseThrow());
                transaction = new CallerTransaction(
                        driver, id -> committing.add(new Committing(id, Deadline.in(LONGEST_WAIT))));
                driver.addCommitListener(transaction);
                known.put(driver, transaction);
                used = true;
            }
            return transaction;
        }
    }

    private List<CallerTransaction> snapshot() {
        synchronized (known) {
            return List.copyOf(known.values());
        }
    }

    /**
     * A transaction that holds the lock already gets it at once. One that does not, and finds the file busy, queues up
     * with our writers; not before, because a writer that has its turn may be waiting for this very transaction.
     */
    private void takeWriteLock(CallerScope scope) throws SQLException {
        try {
            scope.execute(TAKE_WRITE_LOCK);
        } catch (SQLException failed) {
            if (!SqliteErrors.isBusy(failed) || SqliteErrors.isStaleSnapshot(failed) || !acquireTurn()) {
                throw failed;
            }
            try {
                scope.execute(TAKE_WRITE_LOCK);
            } finally {
                turn.release();
            }
        }
    }

    private boolean acquireTurn() {
        try {
            return turn.acquire(Deadline.in(LONGEST_WAIT).nanoTime());
        } catch (IOException failed) {
            throw SqliteErrors.transport(
                    TransportKind.TRANSPORT, "the turn file of " + name() + " cannot be locked. " + STANDS, failed);
        }
    }

    private <T> T attempt(CallerScope scope, Work<T> work) throws SQLException {
        try {
            return UncheckedSql.unwrapping(() -> work.run(scope));
        } catch (SQLException | RuntimeException | Error failed) {
            undo(scope, failed);
            throw failed;
        }
    }

    private void undo(CallerScope scope, Throwable reason) {
        try {
            scope.execute(ROLLBACK_TO);
            scope.execute(RELEASE);
        } catch (SQLException ended) {
            ended.addSuppressed(reason);
            throw typed(ended, "SQLite has undone the whole transaction. Roll it back and begin again.");
        }
    }

    private EngineException typed(SQLException failed, String outcome) {
        if (SqliteErrors.isStaleSnapshot(failed)) {
            return busy(
                    "the transaction has read from %s before another connection wrote to it".formatted(name()),
                    "SQLite lets it write no more. Roll it back and begin again, with a write or with BEGIN IMMEDIATE.");
        }
        if (SqliteErrors.isBusy(failed)) {
            return busy(name() + " is being written to by another connection", outcome + " Try again.");
        }
        return SqliteErrors.typed(failed, name(), outcome);
    }

    private static EngineException busy(String detail, String wayOut) {
        return EngineError.of(ErrorCode.RETRY_EXHAUSTED, detail, wayOut).toException();
    }

    private String name() {
        return file.map(Path::toString).orElse("the database in memory");
    }
}
