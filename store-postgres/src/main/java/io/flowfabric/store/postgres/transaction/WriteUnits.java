package io.flowfabric.store.postgres.transaction;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.store.HeldException;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.UnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The queue before the connections: bounded by count and by bytes, and every caller is answered by its deadline. A unit
 * that met what another transaction holds locked gives its thread back and is run again later. Safe for use by any thread.
 */
public final class WriteUnits implements AutoCloseable {
    private static final int MOST_UNITS = 10_000;
    private static final Duration RETRY_AFTER = Duration.ofMillis(100);
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final AtomicInteger units = new AtomicInteger();
    private final MemoryBudget bytes = new MemoryBudget(MemoryBudget.ofCalls());
    private final WriterThreads threads;
    private final ScheduledExecutorService deadlines;
    private final HeldUnits held;

    public WriteUnits(int connections) {
        this.threads = new WriterThreads(connections, daemons("flowfabric-postgres-writer"));
        this.deadlines = Executors.newSingleThreadScheduledExecutor(daemons("flowfabric-postgres-deadlines"));
        this.held = new HeldUnits(threads, deadlines);
    }

    /** @param work is given the gate that it passes before COMMIT; it is run again when it fails as held */
    public <T> CompletableFuture<T> submit(long weightBytes, Deadline deadline, Function<CommitGate, T> work) {
        return submit(new Unit<>(weightBytes, deadline, work, true));
    }

    /** As {@link #submit}, but answers with the {@link HeldException} of the work. */
    public <T> CompletableFuture<T> submitOnce(long weightBytes, Deadline deadline, Function<CommitGate, T> work) {
        return submit(new Unit<>(weightBytes, deadline, work, false));
    }

    private <T> CompletableFuture<T> submit(Unit<T> unit) {
        long weightBytes = unit.weightBytes;
        if (units.get() >= MOST_UNITS) {
            return CompletableFuture.failedFuture(full("write_queue", MOST_UNITS));
        }
        if (!bytes.reserve(weightBytes)) {
            return CompletableFuture.failedFuture(full("write_queue_bytes", bytes.most()));
        }
        units.incrementAndGet();
        try {
            threads.execute(unit);
            var expiry = deadlines.schedule(unit::expire, unit.deadline.remainingNanos(), TimeUnit.NANOSECONDS);
            unit.future.whenComplete((answer, failure) -> expiry.cancel(false));
        } catch (RejectedExecutionException closed) {
            unit.leave();
            return CompletableFuture.failedFuture(closed());
        }
        return unit.future;
    }

    private static UnavailableException closed() {
        return new UnavailableException("write", "The store is closed; nothing was written. Open it again.");
    }

    @Override
    public void close() {
        threads.close(GRACE);
        deadlines.shutdownNow();
        held.close();
    }

    private static ResourceExhaustedException full(String pool, long max) {
        return ResourceExhaustedException.ofMemory(pool, max, RETRY_AFTER);
    }

    private static ThreadFactory daemons(String name) {
        var count = new AtomicInteger();
        return task -> {
            var thread = new Thread(task, name + " " + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** A unit in the queue, then running, then answered; its deadline may come at any of these points. */
    private final class Unit<T> implements CommitGate, HeldUnits.Unit {
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private final long submitted = System.nanoTime();
        private final long weightBytes;
        private final Deadline deadline;
        private final Function<CommitGate, T> work;
        private final boolean again;
        private boolean committing;
        private boolean wasHeld;
        private int tries;

        Unit(long weightBytes, Deadline deadline, Function<CommitGate, T> work, boolean again) {
            this.weightBytes = weightBytes;
            this.deadline = deadline;
            this.work = work;
            this.again = again;
        }

        @Override
        public void run() {
            try {
                if (begin()) {
                    future.complete(work.apply(this));
                }
            } catch (HeldException met) {
                if (!again) {
                    future.completeExceptionally(met);
                } else if (waits()) {
                    held.add(this, tries++);
                    return;
                }
            } catch (RuntimeException | Error failed) {
                future.completeExceptionally(failed);
            }
            leave();
        }

        @Override
        public void giveUp() {
            future.completeExceptionally(closed());
            leave();
        }

        synchronized void expire() {
            var waited = Duration.ofNanos(System.nanoTime() - submitted);
            future.completeExceptionally(
                    wasHeld
                            ? OperationTimeoutException.heldUp("write", PostgresTransactions.HELD, waited)
                            : new OperationTimeoutException("write", waited, committing));
        }

        @Override
        public synchronized boolean pass() {
            committing = !future.isDone();
            wasHeld = false;
            return committing;
        }

        @Override
        public synchronized void comeBack() {
            committing = false;
        }

        void leave() {
            units.decrementAndGet();
            bytes.release(weightBytes);
        }

        private synchronized boolean waits() {
            wasHeld = true;
            return begin();
        }

        private synchronized boolean begin() {
            if (deadline.hasPassed()) {
                expire();
            }
            return !future.isDone();
        }
    }
}
