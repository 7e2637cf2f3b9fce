package io.flowfabric.sdk.event;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Acquired;
import io.flowfabric.sdk.internal.EarliestAlarm;
import io.flowfabric.sdk.internal.StopSignal;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A named cursor that this process holds. A thread of its own stores the position of the handlers and thereby renews
 * the lease: a second after an event was handled, every 100 events, and in any case after a third of the lease. It
 * counts the lease on this process's clock from before the call, so that it never ends here later than in the store.
 */
final class HeldCursor {
    /** The most events that are handled again after a crash, if they come fast. */
    static final int MOST_UNSTORED = 100;

    /** The longest time between handling an event and storing its position. */
    private static final long STORE_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger(HeldCursor.class);

    private final Engine engine;
    private final SubscriptionSettings settings;
    private final LongSupplier clock;
    private final long epoch;
    private final EarliestAlarm alarm;
    private final StopSignal lost = new StopSignal();
    private final Thread keeper;
    private volatile EventCursor position;
    private volatile long end;
    private long handled;

    /** @param sentAt the moment before the cursor was asked for */
    HeldCursor(Engine engine, SubscriptionSettings settings, Acquired acquired, long sentAt, LongSupplier clock) {
        this.engine = engine;
        this.settings = settings;
        this.clock = clock;
        this.epoch = acquired.epoch();
        this.position = acquired.position();
        this.end = sentAt + settings.leaseTtl().toNanos();
        this.alarm = new EarliestAlarm(clock);
        alarm.set(sentAt + period());
        this.keeper = new Thread(
                new BackgroundLoop("cursor", this::keep),
                "flowfabric-cursor-" + settings.key().name());
        keeper.setDaemon(true);
    }

    HeldCursor start() {
        keeper.start();
        return this;
    }

    /** Whether the name has had no holder before. */
    boolean isOfNewName() {
        return epoch == 1;
    }

    /** Everything up to it has been handled or skipped. */
    EventCursor position() {
        return position;
    }

    /** Whether the lease lasts and was not lost, so that the next event may be handled. */
    boolean isHeld() {
        return !lost.isGiven() && clock.getAsLong() - end < 0;
    }

    /** Makes a call whose thread is interrupted when the cursor is lost; empty when it is lost already. */
    <T> Optional<T> whileHeld(Supplier<T> call) {
        return lost.parked(call);
    }

    /** An event was handled; its position is stored soon. */
    void handled(EventCursor cursor) {
        position = cursor;
        boolean many = ++handled % MOST_UNSTORED == 0;
        alarm.set(clock.getAsLong() + (many ? 0 : STORE_AFTER_NANOS));
    }

    /** There was nothing to handle up to here; the position is stored with the next one, or with the next renewal. */
    void passed(EventCursor cursor) {
        position = cursor;
    }

    /** Gives the cursor up and interrupts the handler. */
    void lose() {
        lost.give();
    }

    /** Stores the last position and lets the next subscriber go on at once. */
    void end() {
        alarm.close();
        awaitKeeper();
        try {
            engine.call(Catalogue.RELEASE_CURSOR, settings.release(epoch, position));
        } catch (RuntimeException failed) {
            if (isStale(failed)) {
                LOG.debug("Cursor {} has another holder: {}", settings.key().name(), failed.getMessage());
            } else {
                LOG.warn(
                        "Cursor {} could not be released; its last events are handled again when the lease has"
                                + " expired: {}",
                        settings.key().name(),
                        failed.toString());
            }
        }
    }

    private void keep() {
        while (alarm.await()) {
            try {
                store();
            } finally {
                alarm.set(clock.getAsLong() + Math.min(period(), Math.max(end - clock.getAsLong(), period() / 3)));
            }
        }
    }

    private void store() {
        if (lost.isGiven()) {
            return;
        }
        long sentAt = clock.getAsLong();
        try {
            engine.call(Catalogue.ADVANCE_CURSOR, settings.advance(epoch, position));
            end = sentAt + settings.leaseTtl().toNanos();
        } catch (RuntimeException failed) {
            if (isStale(failed) || clock.getAsLong() - end >= 0) {
                LOG.warn("Cursor {} was lost: {}", settings.key().name(), failed.getMessage());
                lost.give();
            } else {
                LOG.debug(
                        "Cursor {} could not be stored and will be tried again: {}",
                        settings.key().name(),
                        failed.toString());
            }
        }
    }

    private static boolean isStale(RuntimeException failed) {
        return failed instanceof EngineException refused && refused.code() == ErrorCode.STALE_LEASE;
    }

    private long period() {
        return Math.max(settings.leaseTtl().toNanos() / 3, 1);
    }

    /** Uninterruptibly: a position that is stored after the release would be refused, and logged as a loss. */
    private void awaitKeeper() {
        boolean interrupted = false;
        while (keeper.isAlive()) {
            try {
                keeper.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
