package io.flowfabric.engine.timers;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.DueReads;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.engine.store.DueReads.Lapse;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.Times;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.TimeoutPhase;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The scheduler. One thread; it does its work through the engine's own operations. */
public final class Timers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Timers.class);
    private static final int BATCH = 256;
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(10);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private final Store store;
    private final Engine engine;
    private final Takeovers takeovers;
    private final Quarantine quarantine = new Quarantine();
    private final Thread thread;
    private volatile boolean closed;

    /** The last lapsed lease whose grace period ended here. One that is stored late is found by the claimers' own look. */
    private Optional<Lapse> lastOffered = Optional.empty();

    public Timers(Store store, Engine engine, Takeovers takeovers) {
        this.store = store;
        this.engine = engine;
        this.takeovers = takeovers;
        this.thread = new Thread(this::run, "flowfabric-timers");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Ends the pass under way and waits for it; harmless when they were never started. */
    @Override
    public void close() {
        closed = true;
        store.doorbells().alarms().ring(Long.MIN_VALUE);
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            try {
                pass();
                sleep();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            } catch (EngineException failed) {
                if (closed) {
                    return;
                }
                LOG.warn("The timers could not reach the store and will try again: {}", failed.getMessage());
                pause();
            }
        }
    }

    /** Does all that is due now. */
    public void pass() {
        quarantine.nextPass();
        for (Alarm alarm : Alarm.values()) {
            boolean more = true;
            while (more && !closed) {
                more = batch(alarm);
            }
        }
        offerLapsed();
    }

    /** The end of a grace period is no commit, so nobody else tells the claimers who wait in this process. */
    private void offerLapsed() {
        long graceMs = takeovers.grace().toMillis();
        boolean more = true;
        while (more && !closed) {
            var ended = store.read(
                    Deadline.in(READ_TIMEOUT), tx -> tx.due().lapses(lastOffered, tx.now() - graceMs, BATCH));
            ended.forEach(this::offer);
            if (!ended.isEmpty()) {
                store.doorbells().work().ring();
            }
            more = ended.size() == BATCH;
        }
    }

    private void offer(Lapse lapse) {
        lastOffered = Optional.of(lapse);
        try {
            takeovers.endIfCapReached().accept(lapse.executionId());
        } catch (EngineException failed) {
            LOG.warn("The reclaim cap of execution {} was not looked at: {}", lapse.executionId(), failed.getMessage());
        }
    }

    /** Works on one batch; answers whether another may follow. */
    private boolean batch(Alarm alarm) {
        var due = store.read(Deadline.in(READ_TIMEOUT), tx -> tx.due().due(alarm, tx.now(), BATCH + quarantine.size()));
        int done = 0;
        for (ExecutionId id : due) {
            if (closed) {
                return false;
            }
            if (!quarantine.holds(alarm, id)) {
                done += attempt(alarm, id) ? 1 : 0;
            }
        }
        return done > 0 && due.size() >= BATCH;
    }

    private boolean attempt(Alarm alarm, ExecutionId id) {
        try {
            act(alarm, id);
            quarantine.succeeded(alarm, id);
            return true;
        } catch (EngineException failed) {
            LOG.warn("Timer {} failed for execution {}: {}", alarm, id, failed.getMessage());
            quarantine.failed(alarm, id);
            return false;
        }
    }

    private void act(Alarm alarm, ExecutionId id) {
        switch (alarm) {
            case LEASE_EXPIRY -> engine.call(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(id));
            case DELAY -> engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(id));
            case ATTEMPT_TIMEOUT ->
                engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, TimeoutPhase.ATTEMPT_TIMEOUT));
            case DEADLINE ->
                engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, TimeoutPhase.EXECUTION_DEADLINE));
        }
    }

    private void sleep() throws InterruptedException {
        var bell = store.doorbells().alarms();
        bell.reset();
        record Ahead(long next, long now) {}
        var ahead = store.read(Deadline.in(READ_TIMEOUT), tx -> new Ahead(next(tx.due()), tx.now()));
        boolean overdueIsSkipped = ahead.next() <= ahead.now() && quarantine.size() > 0;
        long wait = overdueIsSkipped
                ? AFTER_FAILURE.toMillis()
                : Math.min(ahead.next() - ahead.now(), LONGEST_SLEEP.toMillis());
        if (wait > 0) {
            bell.awaitEarlierThan(ahead.next(), Deadline.in(Duration.ofMillis(wait)));
        }
    }

    private long next(DueReads due) {
        long alarm = due.next().orElse(Long.MAX_VALUE);
        return due.lapses(lastOffered, Long.MAX_VALUE, 1).stream()
                .mapToLong(lapse -> Times.plus(lapse.at(), takeovers.grace().toMillis()))
                .reduce(alarm, Math::min);
    }

    private void pause() {
        try {
            Thread.sleep(AFTER_FAILURE.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
