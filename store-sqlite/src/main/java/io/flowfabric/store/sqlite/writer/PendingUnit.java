package io.flowfabric.store.sqlite.writer;

import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.store.sqlite.opening.SqliteErrors;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A unit on its way through the writer: queued, then running, then settled; or withdrawn while it was queued. The writer
 * runs it, and any thread may find that its deadline has passed.
 *
 * <p>What the unit answered is kept until its group has committed: even a failure may rest on what a neighbour wrote.
 */
final class PendingUnit<T> implements WriteScope {

    private static final Logger LOG = LoggerFactory.getLogger(PendingUnit.class);
    private static final String OP = "write";

    private final WriteUnit<T> unit;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final long submittedNanos = System.nanoTime();
    private final long weightBytes;
    private final long deadlineNanos;
    private volatile String heldUpBy = "";

    /** Guarded by this. */
    private boolean running;

    /** Guarded by this. */
    private boolean withdrawn;

    private @Nullable WriteSession session;
    private @Nullable T result;
    private @Nullable Throwable failure;
    private @Nullable List<Runnable> hooks;
    private @Nullable Supplier<WakeUps> concern;

    PendingUnit(WriteUnit<T> unit, long weightBytes, long deadlineNanos) {
        this.unit = unit;
        this.weightBytes = weightBytes;
        this.deadlineNanos = deadlineNanos;
    }

    CompletableFuture<T> future() {
        return future;
    }

    long weightBytes() {
        return weightBytes;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Whether the caller has its answer, so that no call waits for the unit any more. */
    boolean isDone() {
        return future.isDone();
    }

    /** Whether the unit may run now; false when it was withdrawn, by its deadline or by its caller. */
    synchronized boolean begin() {
        running = !withdrawn && !future.isDone();
        return running;
    }

    /** Answers the caller when the deadline has passed, and says truthfully whether something may have been written. */
    void expire(long nowNanos) {
        boolean mayBeWritten;
        synchronized (this) {
            if (deadlineNanos - nowNanos > 0 || future.isDone()) {
                return;
            }
            mayBeWritten = running;
            withdrawn = !running;
        }
        future.completeExceptionally(timeout(nowNanos, mayBeWritten));
    }

    /**
     * Runs the unit under a savepoint and keeps its answer.
     *
     * @return whether the unit succeeded
     * @throws SQLException when the transaction itself has ended
     */
    boolean run(WriteSession open) throws SQLException {
        session = open;
        try {
            attempt(open);
            while (SqliteErrors.isBusy(failure) && deadlineNanos - System.nanoTime() > 0) {
                BusyPause.park();
                attempt(open);
            }
        } finally {
            session = null;
        }
        return failure == null;
    }

    private void attempt(WriteSession open) throws SQLException {
        hooks = null;
        concern = null;
        failure = null;
        open.savepoint();
        try {
            result = unit.run(this);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        try {
            if (failure == null) {
                open.keep();
            } else {
                open.undo();
            }
        } catch (SQLException transactionEnded) {
            throw failure instanceof SQLException reason ? reason : transactionEnded;
        }
    }

    /** What a unit concerns whose group has committed; nothing when it has failed. */
    WakeUps wakeUps() {
        return failure == null && concern != null ? concern.get() : WakeUps.NONE;
    }

    /** Runs the hooks of a unit that succeeded; its group has committed. */
    void runHooks() {
        if (failure == null && hooks != null) {
            for (Runnable hook : hooks) {
                try {
                    hook.run();
                } catch (RuntimeException | Error thrown) {
                    LOG.error("A hook failed after its change was committed; the change stands", thrown);
                }
            }
        }
    }

    /** Hands the kept answer to the caller; a unit that never ran was answered when it was withdrawn. */
    void settle(String database) {
        if (future.isDone()) {
            return;
        }
        if (failure == null) {
            future.complete(result);
        } else if (SqliteErrors.isBusy(failure)) {
            fail(notWritten());
        } else if (failure instanceof SQLException said) {
            fail(SqliteErrors.typed(said, database, "Nothing of this call was written."));
        } else {
            future.completeExceptionally(failure);
        }
    }

    void fail(EngineException error) {
        future.completeExceptionally(error);
    }

    /** The answer to a caller whose time is up and whose change was certainly not applied. */
    OperationTimeoutException notWritten() {
        return timeout(System.nanoTime(), false);
    }

    /** Notes why the unit does not begin, for the case that it never does. */
    void heldUpBy(String reason) {
        heldUpBy = reason;
    }

    private OperationTimeoutException timeout(long nowNanos, boolean mayBeWritten) {
        var timeout = new OperationTimeoutException(OP, Duration.ofNanos(nowNanos - submittedNanos), mayBeWritten);
        return mayBeWritten || heldUpBy.isEmpty() ? timeout : timeout.withContext(heldUpBy);
    }

    @Override
    public Connection connection() {
        return open().connection();
    }

    @Override
    public PreparedStatement prepare(String sql) throws SQLException {
        return open().statements().prepare(sql);
    }

    @Override
    public void afterCommit(Runnable hook) {
        open();
        if (hooks == null) {
            hooks = new ArrayList<>(1);
        }
        hooks.add(hook);
    }

    @Override
    public void concerns(Supplier<WakeUps> wakeUps) {
        concern = wakeUps;
    }

    private WriteSession open() {
        if (session == null) {
            throw new IllegalStateException("The unit has ended; its scope cannot be used any more");
        }
        return session;
    }
}
