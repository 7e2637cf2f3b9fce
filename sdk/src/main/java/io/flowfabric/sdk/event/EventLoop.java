package io.flowfabric.sdk.event;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.sdk.internal.RetryDelays;
import io.flowfabric.sdk.internal.StopSignal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquires a named cursor when it is free, delivers the events after it, and waits for the cursor again when it was
 * lost, until the stop signal is given.
 */
final class EventLoop {
    private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);
    private static final int PAGE = 100;
    private static final Duration LONGEST_WAIT = Duration.ofMillis(Limits.WAIT_MS);

    private final Engine engine;
    private final SubscriptionSettings settings;
    private final Set<EventFamily> families;
    private final EventDelivery delivery;
    private final StopSignal stop;
    private final RetryDelays backoff = new RetryDelays();
    private volatile Optional<HeldCursor> heldCursor = Optional.empty();

    EventLoop(
            Engine engine,
            SubscriptionSettings settings,
            Set<EventFamily> families,
            EventDelivery delivery,
            StopSignal stop) {
        this.engine = engine;
        this.settings = settings;
        this.families = families;
        this.delivery = delivery;
        this.stop = stop;
    }

    void run() {
        while (!stop.isGiven()) {
            try {
                heldCursor = acquire();
                backoff.reset();
                heldCursor.ifPresent(this::serve);
            } catch (RuntimeException | Error failed) {
                complain(failed);
            }
        }
    }

    /** Interrupts a handler that does not end. */
    void abandon() {
        heldCursor.ifPresent(HeldCursor::lose);
    }

    /** Waits for at most half a lease, since the lease counts from before the call. */
    private Optional<HeldCursor> acquire() {
        var half = settings.leaseTtl().dividedBy(2);
        var wait = half.compareTo(LONGEST_WAIT) < 0 ? half : LONGEST_WAIT;
        long sentAt = System.nanoTime();
        return stop.parked(() -> engine.call(Catalogue.ACQUIRE_CURSOR, settings.acquire(wait)))
                .filter(Acquired.class::isInstance)
                .map(outcome -> new HeldCursor(engine, settings, (Acquired) outcome, sentAt, System::nanoTime).start());
    }

    private void serve(HeldCursor held) {
        LOG.info("Subscription {} goes on from {}", settings.key().name(), held.position());
        try {
            // A new name has no earlier events to miss.
            boolean gapTold = held.isOfNewName();
            boolean goesOn = true;
            while (goesOn) {
                var page = next(held);
                boolean gap = page.isPresent() && page.get().gap();
                goesOn = page.isPresent() && (!gap || gapTold || delivery.tellGap(held)) && deliver(page.get(), held);
                gapTold = gap;
            }
        } finally {
            held.end();
        }
    }

    /** The next page; empty when the cursor was lost or the subscription stops. */
    private Optional<EventPage> next(HeldCursor held) {
        while (held.isHeld() && !stop.isGiven()) {
            try {
                var page = stop.parked(() -> page(held.position()));
                backoff.reset();
                return page;
            } catch (RuntimeException failed) {
                complain(failed);
            }
        }
        return Optional.empty();
    }

    private EventPage page(EventCursor position) {
        return engine.call(
                Catalogue.SUBSCRIBE_EVENTS,
                new SubscribeEvents(families, position, settings.filter(), PAGE, LONGEST_WAIT.toMillis()));
    }

    private boolean deliver(EventPage page, HeldCursor held) {
        for (EventItem item : page.events()) {
            if (item instanceof EventItem.Delivered delivered) {
                if (!delivery.deliver(delivered.event(), held)) {
                    return false;
                }
                held.handled(item.cursor());
            } else if (item instanceof EventItem.Damaged damaged) {
                LOG.error(
                        "Subscription {} skips an event that cannot be read: {}",
                        settings.key().name(),
                        damaged.error().message());
            }
        }
        held.passed(page.cursor());
        return true;
    }

    private void complain(Throwable failed) {
        if (stop.isGiven()) {
            LOG.debug("The last call ended with: {}", failed.toString());
        } else {
            LOG.warn(
                    "Subscription {} cannot read its events and will try again: {}",
                    settings.key().name(),
                    failed.toString());
            stop.pause(backoff.nextNanos());
        }
    }
}
