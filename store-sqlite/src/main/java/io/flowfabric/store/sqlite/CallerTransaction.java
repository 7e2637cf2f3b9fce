package io.flowfabric.store.sqlite;

import io.flowfabric.model.id.ExecutionId;
import java.lang.ref.WeakReference;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteConnection;

/**
 * What was written in the open transaction of one connection, and by which thread. Lives as long as the connection, which
 * has it called on its own thread when a transaction ends.
 */
final class CallerTransaction implements SQLiteCommitListener {
    private final WeakReference<SQLiteConnection> connection;
    private final Consumer<ExecutionId> committing;
    private @Nullable ExecutionId newest;
    private @Nullable Thread writer;

    /** @param committing is told of the last execution of a transaction when its COMMIT begins */
    CallerTransaction(SQLiteConnection connection, Consumer<ExecutionId> committing) {
        this.connection = new WeakReference<>(connection);
        this.committing = committing;
    }

    synchronized void wrote(ExecutionId id) {
        newest = id;
        writer = Thread.currentThread();
    }

    /** Whether the calling thread wrote in it, and it may still be open. */
    synchronized boolean isHeldHere() throws SQLException {
        var owner = connection.get();
        return writer == Thread.currentThread() && owner != null && !owner.isClosed();
    }

    @Override
    public void onCommit() {
        end().ifPresent(committing);
    }

    @Override
    public void onRollback() {
        end();
    }

    private synchronized Optional<ExecutionId> end() {
        var written = Optional.ofNullable(newest);
        newest = null;
        writer = null;
        return written;
    }
}
