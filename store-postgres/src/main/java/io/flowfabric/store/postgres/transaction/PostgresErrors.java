package io.flowfabric.store.postgres.transaction;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.TransportKind;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Set;

/** What PostgreSQL's error codes mean to a caller. */
public final class PostgresErrors {
    public static final String BACKEND = "postgresql";

    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK = "40P01";
    public static final String UNIQUE_VIOLATION = "23505";
    private static final String ABORTED = "25P02";
    private static final String LOCK_TIMEOUT = "55P03";
    private static final String CANCELLED = "57014";
    private static final String DENIED = "42501";
    private static final String CONNECTION_CLASS = "08";
    private static final String SHUTDOWN_CLASS = "57P";
    private static final String TOO_MANY_CONNECTIONS = "53300";

    /** Of ours: a queue was removed whose number this process had kept. */
    private static final String QUEUE_REMOVED = "FFQ01";

    /** The server has ended a session that left its transaction alone, or the transaction lasted too long. */
    private static final Set<String> ENDED_SESSION = Set.of("25P03", "25P04");

    private PostgresErrors() {}

    /** Whether another transaction was in the way and the same unit, run again, may succeed. */
    public static boolean isConflict(SQLException failed) {
        String state = state(failed);
        return state.equals(SERIALIZATION_FAILURE)
                || state.equals(DEADLOCK)
                || state.equals(UNIQUE_VIOLATION)
                || isQueueRemoved(failed);
    }

    /** A queue was removed whose number this process had kept, and has now forgotten. */
    public static SQLException queueRemoved() {
        return new SQLException("a queue was removed since its number was read", QUEUE_REMOVED);
    }

    /** Whether the unit has used the number of a queue that was removed; run again, it adds the queue anew. */
    public static boolean isQueueRemoved(SQLException failed) {
        return state(failed).equals(QUEUE_REMOVED);
    }

    /** Whether the role lacks a right. */
    public static boolean isDenied(SQLException failed) {
        return state(failed).equals(DENIED);
    }

    /** Whether another transaction has stored the same id or idempotency key. */
    public static boolean isDuplicate(SQLException failed) {
        return state(failed).equals(UNIQUE_VIOLATION);
    }

    /** Whether a statement before this one has failed, after which a transaction can only be rolled back. */
    public static boolean isAborted(SQLException failed) {
        return state(failed).equals(ABORTED);
    }

    /**
     * Whether another transaction held a row or a table for longer than the statement waits, while its caller still has time.
     * The server reports one in ten thousand of its lock timeouts as a cancel that was asked for: the time was over in
     * the moment in which the lock was granted.
     */
    static boolean isHeld(SQLException failed, Deadline deadline) {
        return state(failed).equals(LOCK_TIMEOUT) || state(failed).equals(CANCELLED) && !deadline.hasPassed();
    }

    /** Whether the connection, and not the statement, is what failed. */
    public static boolean isDisconnect(SQLException failed) {
        String state = state(failed);
        return state.startsWith(CONNECTION_CLASS)
                || state.startsWith(SHUTDOWN_CLASS)
                || state.equals(TOO_MANY_CONNECTIONS)
                || ENDED_SESSION.contains(state)
                || failed instanceof SQLTransientConnectionException;
    }

    /** Whether the statement waited until its time was up. */
    static boolean isTimeout(SQLException failed) {
        String state = state(failed);
        return state.equals(LOCK_TIMEOUT) || state.equals(CANCELLED);
    }

    /**
     * The typed form of a failure after which nothing was written.
     *
     * @param elapsed how long the caller has waited
     */
    public static EngineException typed(SQLException failed, String operation, Duration elapsed) {
        if (isTimeout(failed)) {
            return new OperationTimeoutException(operation, elapsed, false);
        }
        return new TransportException(
                BACKEND, isDisconnect(failed) ? TransportKind.TRANSPORT : TransportKind.OTHER, failed);
    }

    private static String state(SQLException failed) {
        return failed.getSQLState() == null ? "" : failed.getSQLState();
    }
}
