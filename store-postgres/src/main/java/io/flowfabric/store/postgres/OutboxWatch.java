package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.engine.store.Peal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes readers of the outbox that met events they may not see yet, because another transaction has announced lower
 * numbers. When that one commits it rings; when it is rolled back, or its session ends, nothing does. So the outbox is looked
 * at again, soon at first and then less and less often, until everything that was met is settled. Safe for use by any
 * thread.
 */
final class OutboxWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxWatch.class);
    private static final Peal EVENTS = new Peal(false, false, true, true, false, Peal.NO_ALARM);
    private static final Duration SOON = Duration.ofMillis(25);
    private static final Duration AT_LEAST = Duration.ofMillis(500);

    private final Doorbells doorbells;
    private final LongSupplier settled;
    private final AtomicLong met = new AtomicLong();
    private final Thread thread = new Thread(this::run, "flowfabric-postgres-outbox");
    private volatile long settledTo;
    private volatile boolean closed;

    /** @param settled looks how far the outbox is settled */
    OutboxWatch(Doorbells doorbells, LongSupplier settled) {
        this.doorbells = doorbells;
        this.settled = settled;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** A reader has met events up to a number that are not settled. */
    void met(long newest) {
        if (met.getAndAccumulate(newest, Math::max) <= settledTo) {
            LockSupport.unpark(thread);
        }
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
        while (!closed) {
            if (met.get() <= settledTo) {
                pause = SOON;
                LockSupport.park(this);
                continue;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                pause = look() ? SOON : longer(pause);
            } catch (InterruptedException interrupted) {
                return;
            } catch (RuntimeException | Error failed) {
                LOG.debug("The outbox could not be looked at", failed);
                pause = AT_LEAST;
            }
        }
    }

    /** Whether more is settled than before. */
    private boolean look() {
        long now = settled.getAsLong();
        boolean further = now > settledTo;
        if (further) {
            settledTo = now;
            doorbells.ring(EVENTS);
        }
        return further;
    }

    private static Duration longer(Duration pause) {
        var twice = pause.multipliedBy(2);
        return twice.compareTo(AT_LEAST) < 0 ? twice : AT_LEAST;
    }
}
