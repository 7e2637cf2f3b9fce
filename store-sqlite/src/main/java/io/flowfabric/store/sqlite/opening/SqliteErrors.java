package io.flowfabric.store.sqlite.opening;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite's result codes mean to a caller. */
public final class SqliteErrors {

    static final String BACKEND = "sqlite";

    /** The low byte of a result code is its primary code. */
    private static final int PRIMARY = 0xff;

    private SqliteErrors() {}

    /** Whether another connection was in the way, so that trying again may help. */
    public static boolean isBusy(@Nullable Throwable failure) {
        int code = primaryCode(failure);
        return code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_LOCKED.code;
    }

    /** Whether the connection still reads from an old snapshot, so that it can never begin to write. */
    public static boolean isStaleSnapshot(Throwable failure) {
        return resultCode(failure) == SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT;
    }

    /** Whether a crash left something that has to be recovered, which a read-only connection cannot do. */
    static boolean isPendingRecovery(Throwable failure) {
        SQLiteErrorCode code = resultCode(failure);
        return code == SQLiteErrorCode.SQLITE_READONLY_ROLLBACK || code == SQLiteErrorCode.SQLITE_READONLY_RECOVERY;
    }

    /** Whether the file is something else, or encrypted. */
    static boolean isNotADatabase(Throwable failure) {
        return resultCode(failure) == SQLiteErrorCode.SQLITE_NOTADB;
    }

    /** Whether the error is one of its statement, which the connection survives for certain. */
    public static boolean sparesConnection(Throwable failure) {
        return switch (codeOf(primaryCode(failure))) {
            case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_TOOBIG, SQLITE_READONLY -> true;
            default -> false;
        };
    }

    /**
     * The typed form of a failure.
     *
     * @param outcome a sentence that says what became of the caller's change
     */
    public static EngineException typed(SQLException failure, String database, String outcome) {
        String said = failure.getMessage();
        return switch (codeOf(primaryCode(failure))) {
            case SQLITE_CORRUPT, SQLITE_NOTADB ->
                EngineError.of(
                                ErrorCode.CORRUPTION,
                                database + ": " + said,
                                outcome + " Restore the file from a backup, or recover it with the sqlite3 shell.")
                        .toException();
            case SQLITE_FULL ->
                transport(
                        TransportKind.TRANSPORT,
                        "the disk of " + database + " is full. " + outcome + " Work resumes when there is room.",
                        failure);
            case SQLITE_IOERR ->
                transport(
                        TransportKind.TRANSPORT,
                        isRefusedWrite(failure)
                                ? "a file of " + database
                                        + " could not be written: its disk or quota is full, a limit on"
                                        + " the size of files was reached, or the disk fails. " + outcome
                                        + " Work resumes when it can be written. SQLite said: " + said
                                : database + ": " + said + ". " + outcome,
                        failure);
            case SQLITE_NOMEM, SQLITE_INTERRUPT, SQLITE_CANTOPEN, SQLITE_BUSY, SQLITE_LOCKED ->
                transport(TransportKind.TRANSPORT, database + ": " + said + ". " + outcome, failure);
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH ->
                transport(
                        TransportKind.PROTOCOL,
                        database + ": " + said + ". " + outcome + " Check the rights of the file and its directory.",
                        failure);
            default -> transport(TransportKind.OTHER, database + ": " + said + ". " + outcome, failure);
        };
    }

    /** A failure of the store, in our words, with what caused it. */
    public static TransportException transport(TransportKind kind, String sentence, Throwable cause) {
        return new TransportException(BACKEND, kind, new SQLException(sentence, cause));
    }

    /** Whether the system did not take the bytes. Of its reasons SQLite calls only a full device a full disk. */
    private static boolean isRefusedWrite(Throwable failure) {
        SQLiteErrorCode code = resultCode(failure);
        return code == SQLiteErrorCode.SQLITE_IOERR_WRITE || code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
    }

    private static int primaryCode(@Nullable Throwable failure) {
        SQLiteErrorCode code = resultCode(failure);
        return code == SQLiteErrorCode.UNKNOWN_ERROR ? -1 : code.code & PRIMARY;
    }

    /** A failed migration carries SQLite's exception as its cause, so causes count as long as they are SQL's. */
    private static SQLiteErrorCode resultCode(@Nullable Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof SQLException) {
            if (cause instanceof SQLiteException said) {
                return said.getResultCode();
            }
            cause = cause.getCause();
        }
        return SQLiteErrorCode.UNKNOWN_ERROR;
    }

    private static SQLiteErrorCode codeOf(int primary) {
        return primary < 0 ? SQLiteErrorCode.UNKNOWN_ERROR : SQLiteErrorCode.getErrorCode(primary);
    }
}
