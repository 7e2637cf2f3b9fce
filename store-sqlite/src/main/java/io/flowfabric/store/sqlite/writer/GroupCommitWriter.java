package io.flowfabric.store.sqlite.writer;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.store.sqlite.opening.SqliteConnections;
import io.flowfabric.store.sqlite.opening.SqliteErrors;
import io.flowfabric.store.sqlite.turn.WriteTurn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Writes to one database: a single thread takes whatever units are queued, runs them as one transaction and answers after
 * the commit. A unit alone never waits for company; units that arrive while a commit is under way share the next one.
 *
 * <p>May be called from any thread, except that a unit or hook must not wait for another unit.
 */
public final class GroupCommitWriter implements AutoCloseable {

    private static final Duration RETRY_AFTER = Duration.ofMillis(100);
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final WriteQueue queue;
    private final GroupTransaction transaction;
    private final DeadlineWatch watch;
    private final Thread thread;

    private GroupCommitWriter(String name, GroupTransaction transaction, WriteQueue.Bounds bounds) {
        this.transaction = transaction;
        this.queue = new WriteQueue(bounds);
        this.watch = new DeadlineWatch("flowfabric-sqlite-deadlines " + name, queue::expire);
        this.thread = new Thread(new BackgroundLoop("sqlite-writer", this::work), "flowfabric-sqlite-writer " + name);
        this.thread.setDaemon(true);
    }

    /**
     * Opens the write connection, creating the file when it is missing, and starts the thread. The writer owns the turn
     * from here on, and closes it also when it cannot be opened.
     *
     * @throws io.flowfabric.model.error.TransportException when the database cannot be opened
     */
    public static GroupCommitWriter open(SqliteConnections connections, WriteTurn turn) {
        return open(connections, turn, WriteQueue.Bounds.DEFAULT);
    }

    static GroupCommitWriter open(SqliteConnections connections, WriteTurn turn, WriteQueue.Bounds bounds) {
        var transaction = new GroupTransaction(connections, turn);
        try {
            transaction.openSession();
        } catch (SQLException failed) {
            transaction.close();
            throw SqliteErrors.typed(failed, connections.name(), "The store was not opened.");
        }
        var writer = new GroupCommitWriter(connections.name(), transaction, bounds);
        writer.watch.start();
        writer.thread.start();
        return writer;
    }

    /**
     * Queues a unit. The future completes after the commit; it fails with what the unit threw (a {@link SQLException} in
     * its typed form), or with
     *
     * <ul>
     *   <li>{@link ResourceExhaustedException} at once when the queue is full,
     *   <li>{@link io.flowfabric.model.error.OperationTimeoutException} at the deadline, which says whether the change
     *       may have been written,
     *   <li>{@link io.flowfabric.model.error.TransportException} when the whole group was lost: nothing was written,
     *   <li>{@link UnavailableException} when the writer is closed.
     * </ul>
     *
     * <p>Cancelling the future withdraws the unit unless it is already running. What hangs on the future runs on the
     * writer's thread unless it was attached with an executor, so it should be short.
     *
     * @param weightBytes about how many bytes the unit holds while it waits
     * @param deadlineNanos a moment of {@link System#nanoTime()}
     */
    public <T> CompletableFuture<T> submit(WriteUnit<T> unit, long weightBytes, long deadlineNanos) {
        return submit(new PendingUnit<>(unit, weightBytes, deadlineNanos));
    }

    /** Queues a unit that only reads. */
    <T> CompletableFuture<T> submitRead(ReadUnit<T> unit, long deadlineNanos) {
        return submit(new PendingUnit<>(unit::run, 0, deadlineNanos));
    }

    private <T> CompletableFuture<T> submit(PendingUnit<T> unit) {
        switch (queue.offer(unit)) {
            case ACCEPTED -> watch.watch(unit.deadlineNanos());
            case CLOSED -> unit.fail(closed());
            case FULL_BY_COUNT -> unit.fail(full("write_queue", queue.bounds().units()));
            case FULL_BY_BYTES ->
                unit.fail(full("write_queue_bytes", queue.bounds().bytes()));
        }
        return unit.future();
    }

    /** How many commits all writers of this database have announced. Cheap: no lock, no system call. */
    public long commits() {
        return transaction.commits();
    }

    /**
     * Rings the doorbells for what other writers of this database have committed; as cheap, and called by one thread.
     */
    public void ringForOthers(Doorbells doorbells) {
        transaction.ringForOthers(doorbells);
    }

    /** Closes with a grace of ten seconds. */
    @Override
    public void close() {
        close(GRACE);
    }

    /**
     * Refuses new units, finishes what is queued within the grace, refuses the rest. A group that is still running then
     * runs to its end, and the connection is closed after it. Harmless when repeated.
     */
    void close(Duration grace) {
        queue.close();
        boolean interrupted = false;
        try {
            thread.join(Math.max(1, grace.toMillis()));
        } catch (InterruptedException goOn) {
            interrupted = true;
        }
        queue.drain().forEach(unit -> unit.fail(closed()));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        for (List<PendingUnit<?>> next = queue.take(); !next.isEmpty(); next = queue.take()) {
            run(next);
            // A unit may have left the flag behind, and it would make the next wait return at once.
            Thread.interrupted();
        }
        watch.close();
        transaction.close();
    }

    private void run(List<PendingUnit<?>> group) {
        try {
            transaction.run(group);
        } catch (RuntimeException | Error broken) {
            // Those that were answered stay as they are.
            group.forEach(unit -> unit.future().completeExceptionally(broken));
            throw broken;
        }
    }

    private static UnavailableException closed() {
        return new UnavailableException("write", "The store is closed; nothing was written. Open it again.");
    }

    private static ResourceExhaustedException full(String bound, long max) {
        return ResourceExhaustedException.ofMemory(bound, max, RETRY_AFTER);
    }
}
