package io.flowfabric.sdk;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.CompleteBatch;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.Payload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the results of tasks together, while their handlers' threads go on with the next ones. As many as come while
 * others are being stored are stored next; a lone one does not wait. What a batch could not store is reported on its own.
 */
final class Completions {
    private static final Logger LOG = LoggerFactory.getLogger(Completions.class);
    private static final int MOST_AT_ONCE = 500;

    /** Two batches at a time keep a store busy that can do two things at once; more would only be smaller. */
    private static final int THREADS = 2;

    /** How long closing waits for a thread that a store keeps. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** Enough for the largest batch to gather while others are being stored. */
    private static final int MOST_UNDER_WAY = (THREADS + 1) * MOST_AT_ONCE;

    /** Results are weighed in these. */
    private static final int UNIT = 1024;

    private static final int MOST_UNITS = (int) (MemoryBudget.ofCalls() / UNIT);

    /** A task that ended well, and what to do when that is stored or cannot be. */
    record Finished(HeldLease lease, Outcome.Success success, Runnable whenSettled) {
        /** One that is heavier than all that may be under way goes alone. */
        private int units() {
            int bytes = success.result().map(Payload::size).orElse(0);
            return Math.min(1 + bytes / UNIT, MOST_UNITS);
        }
    }

    private final Engine engine;
    private final Counters counters;
    private final Executor others;
    private final Consumer<Finished> reportAlone;
    private final Semaphore room = new Semaphore(MOST_UNDER_WAY);
    private final Semaphore memory = new Semaphore(MOST_UNITS);
    private final LinkedBlockingQueue<Finished> finished = new LinkedBlockingQueue<>();
    private final List<Thread> threads;

    /**
     * Completions on an engine.
     *
     * @param others runs the reports that are made one by one
     */
    Completions(Engine engine, Counters counters, Executor others, Consumer<Finished> reportAlone) {
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

    /** Takes a result over; waits while too many, or too large ones, are under way. */
    void add(Finished task) {
        room.acquireUninterruptibly();
        memory.acquireUninterruptibly(task.units());
        finished.add(task);
    }

    /** To be called when nothing is under way any more, or nothing that is worth waiting for. */
    void close() {
        threads.forEach(Thread::interrupt);
        try {
            for (var thread : threads) {
                thread.join(PATIENCE.toMillis());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (true) {
                var batch = new ArrayList<Finished>();
                batch.add(finished.take());
                finished.drainTo(batch, MOST_AT_ONCE - 1);
                store(batch);
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
            LOG.debug("{} results are reported one by one, because: {}", owned.size(), failed.toString());
            owned.forEach(this::alone);
        }
    }

    /** The call is repeated alone, which is safe, and whatever it is told is dealt with there. */
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
