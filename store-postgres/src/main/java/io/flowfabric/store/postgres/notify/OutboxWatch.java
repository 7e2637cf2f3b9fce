package io.flowfabric.store.postgres.notify;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.engine.store.wakeup.WakeUps;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes readers of the outbox that met events they may not see yet, because another transaction has announced lower
 * numbers. When that one commits, its notification wakes them; when it is rolled back, or its session ends, there
 * is none. So the outbox is polled, often at first and then less and less, until everything that was met is settled.
 * When nothing more is settled for as long as a call may take, sessions that stopped in the middle of sending their
 * events are ended. Safe for use by any thread.
 */
public final class OutboxWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxWatch.class);
    private static final WakeUps EVENTS = new WakeUps(
            WakeUpKeys.NONE, WakeUpKeys.NONE, WakeUpKeys.ALL, true, WakeUpKeys.NONE, false, WakeUps.NO_DUE_TIME);
    private static final Duration SOON = Duration.ofMillis(25);
    private static final Duration AT_LEAST = Duration.ofMillis(500);

    /** Less is no reason to end a session, however short calls are: a slow network is not a stopped client. */
    private static final Duration LEAST_SILENCE = Duration.ofSeconds(3);

    private final Doorbells doorbells;
    private final LongSupplier settled;
    private final Consumer<Duration> endSilent;
    private final AtomicLong met = new AtomicLong();
    private final Thread thread = new Thread(this::run, "flowfabric-postgres-outbox");
    private final AtomicLong longestCallNanos = new AtomicLong(LEAST_SILENCE.toNanos());
    private volatile long settledTo;
    private volatile boolean closed;

    /**
     * A watch that is not started yet.
     *
     * @param settled asks how far the outbox is settled
     * @param endSilent ends the sessions that hold it up and have sent nothing for so long
     */
    public OutboxWatch(Doorbells doorbells, LongSupplier settled, Consumer<Duration> endSilent) {
        this.doorbells = doorbells;
        this.settled = settled;
        this.endSilent = endSilent;
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /**
     * A reader has met events up to a number that are not settled.
     *
     * @param deadline of its call: by how long calls take here it is judged whether a session that holds them is stopped
     */
    public void met(long newest, Deadline deadline) {
        longestCallNanos.accumulateAndGet(deadline.remainingNanos(), Math::max);
        if (met.getAndAccumulate(newest, Math::max) <= settledTo) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Wakes calls of this process for a commit. While readers wait for something to be settled, a commit that appended
     * events of another family may have held it back, and wakes them as well.
     */
    void wake(WakeUps wakeUps) {
        boolean maySettle = !wakeUps.events().isEmpty() && met.get() > settledTo;
        doorbells.ring(maySettle ? wakeUps.withAllEvents() : wakeUps);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        var pause = SOON;
        long heldSince = System.nanoTime();
        while (!closed) {
            if (met.get() <= settledTo) {
                pause = SOON;
                LockSupport.park(this);
                heldSince = System.nanoTime();
                continue;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                if (poll()) {
                    pause = SOON;
                    heldSince = System.nanoTime();
                } else {
                    pause = longer(pause);
                    endSilent(heldSince);
                }
            } catch (InterruptedException interrupted) {
                return;
            } catch (RuntimeException | Error failed) {
                LOG.debug("The outbox could not be polled", failed);
                pause = AT_LEAST;
            }
        }
    }

    /** Whether more is settled than before. */
    private boolean poll() {
        long now = settled.getAsLong();
        boolean further = now > settledTo;
        if (further) {
            settledTo = now;
            doorbells.ring(EVENTS);
        }
        return further;
    }

    private void endSilent(long heldSince) {
        long silence = longestCallNanos.get();
        if (System.nanoTime() - heldSince > silence) {
            endSilent.accept(Duration.ofNanos(silence));
        }
    }

    private static Duration longer(Duration pause) {
        var twice = pause.multipliedBy(2);
        return twice.compareTo(AT_LEAST) < 0 ? twice : AT_LEAST;
    }
}
