package io.flowfabric.sdk.worker;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.sdk.internal.lease.HeldLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the results of tasks in batches, while their handlers' threads go on with the next ones. Results that arrive
 * while a batch is being stored form the next one, see {@link GatheredResults}; a lone result does not wait. A result that a batch could not store
 * is reported on its own.
 */
final class Completions {
    private static final Logger LOG = LoggerFactory.getLogger(Completions.class);
    private static final int MOST_AT_ONCE = 500;

    /** Two batches in flight keep a store busy that can do two things at once; more would only be smaller. */
    private static final int THREADS = 2;

    /** How long closing waits for a thread that is blocked in the store. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    /** Enough for the largest batch to gather while others are being stored. */
    private static final int MOST_IN_FLIGHT = (THREADS + 1) * MOST_AT_ONCE;

    /** The unit in which the memory of results is counted, in bytes. */
    private static final int UNIT = 1024;

    private static final int MOST_UNITS = (int) (MemoryBudget.ofCalls() / UNIT);

    /** A task that succeeded, and the action to run when its result is stored or cannot be. */
    record Finished(HeldLease lease, AttemptOutcome.Success success, Runnable whenSettled) {
        /** At most the whole budget: a larger result is stored alone. */
        private int units() {
            int bytes = success.result().map(Payload::size).orElse(0);
            return Math.min(1 + bytes / UNIT, MOST_UNITS);
        }
    }

    private final Engine engine;
    private final WorkerCounters counters;
    private final Executor others;
    private final Consumer<Finished> reportAlone;
    private final Semaphore room = new Semaphore(MOST_IN_FLIGHT);
    private final Semaphore memory = new Semaphore(MOST_UNITS);
    private final GatheredResults<Finished> finished = new GatheredResults<>();
    private final List<Thread> threads;
    private volatile boolean closed;

    /**
     * Completions on an engine.
     *
     * @param others runs the reports that are made one by one
     */
    Completions(Engine engine, WorkerCounters counters, Executor others, Consumer<Finished> reportAlone) {
        this.engine = engine;
        this.counters = counters;
        this.others = others;
        this.reportAlone = reportAlone;
        this.threads = Stream.generate(
                        () -> new Thread(new BackgroundLoop("completions", this::run), "flowfabric-completions"))
                .limit(THREADS)
                .toList();
    }

    void start() {
        threads.forEach(thread -> {
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** Accepts a result; blocks while too many, or too large ones, are in flight. Drops it when closed. */
    void add(Finished task) {
        room.acquireUninterruptibly();
        memory.acquireUninterruptibly(task.units());
        finished.add(task);
        if (closed) {
            dropWaiting();
        }
    }

    /** To be called when nothing is in flight any more, or only results whose leases were given up. */
    void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        try {
            for (var thread : threads) {
                thread.join(CLOSE_TIMEOUT.toMillis());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        dropWaiting();
    }

    private void dropWaiting() {
        for (var task = finished.poll(); task.isPresent(); task = finished.poll()) {
            settle(task.get());
        }
    }

    private void run() {
        try {
            while (true) {
                var batch = finished.take(MOST_AT_ONCE);
                try {
                    store(batch);
                } finally {
                    finished.stored(batch.size());
                }
            }
        } catch (InterruptedException closed) {
            LOG.debug("The worker has stopped");
        }
    }

    private void store(List<Finished> batch) {
        var owned = new ArrayList<Finished>();
        for (var task : batch) {
            if (task.lease().isOwned()) {
                owned.add(task);
            } else {
                alone(task);
            }
        }
        if (!owned.isEmpty()) {
            storeOwned(owned);
        }
    }

    private void storeOwned(List<Finished> owned) {
        try {
            var answers = engine.call(
                    Catalogue.COMPLETE_BATCH,
                    new CompleteBatch(owned.stream()
                            .map(task -> new CompleteRequest(
                                    task.lease().claim().handle(),
                                    task.success().result()))
                            .toList()));
            for (int i = 0; i < owned.size(); i++) {
                if (answers.get(i) instanceof BatchItem.Answered<?>) {
                    counters.completed.increment();
                    settle(owned.get(i));
                } else {
                    alone(owned.get(i));
                }
            }
        } catch (RuntimeException | Error failed) {
            LOG.debug(
                    "A batch of {} results failed; they are reported one by one: {}", owned.size(), failed.toString());
            owned.forEach(this::alone);
        }
    }

    /** Repeats the call for this result alone, which is safe, and handles its answer. */
    private void alone(Finished task) {
        others.execute(() -> {
            try {
                reportAlone.accept(task);
            } finally {
                settle(task);
            }
        });
    }

    private void settle(Finished task) {
        room.release();
        memory.release(task.units());
        task.whenSettled().run();
    }
}
