package io.flowfabric.sdk;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.EventPage;
import io.flowfabric.model.op.SubscribeLeaseHistory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices at once that a lease was taken away: by an operator, a cancellation, a deadline or an attempt timeout. Follows
 * what happens to leases, once for all workers of a {@link FlowFabric}, and only while one of them has held a lease for
 * a while; work that is done in less costs nothing.
 *
 * <p>What happened before it began to follow, and whatever it is too slow to read, it learns by having all leases
 * renewed: the answer to a renewal knows everything.
 */
final class LeaseWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);

    /** How long a lease has been held that is worth a subscription. */
    private static final long A_WHILE_NANOS = Duration.ofMillis(250).toNanos();

    /** Between two looks, so that a busy store is not asked at every commit. */
    private static final long PACE_NANOS = Duration.ofMillis(100).toNanos();

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final int PAGE = Limits.PAGE;

    private final Engine engine;
    private final Set<LeaseKeeper> keepers = ConcurrentHashMap.newKeySet();
    private final StopSignal over = new StopSignal();
    private final Backoff backoff = new Backoff();
    private final Thread thread = new Thread(new BackgroundLoop("lease-watch", this::run), "flowfabric-lease-watch");
    private volatile boolean asleep;

    LeaseWatch(Engine engine) {
        this.engine = engine;
        thread.setDaemon(true);
    }

    /** Watches the leases of one more worker. Called by one thread at a time. */
    void add(LeaseKeeper keeper) {
        keepers.add(keeper);
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    void remove(LeaseKeeper keeper) {
        keepers.remove(keeper);
    }

    /** To be called when a lease has been added; costs next to nothing. */
    void wake() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    void close() {
        over.give();
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!over.isGiven()) {
            awaitLease();
            over.pause(A_WHILE_NANOS);
            follow();
        }
    }

    private void awaitLease() {
        asleep = true;
        while (!over.isGiven() && keepers.stream().noneMatch(keeper -> keeper.holdsForAtLeast(0))) {
            LockSupport.park(this);
        }
        asleep = false;
    }

    private void follow() {
        Optional<EventCursor> place = Optional.empty();
        while (!over.isGiven() && keepers.stream().anyMatch(keeper -> keeper.holdsForAtLeast(A_WHILE_NANOS))) {
            try {
                place = place.isEmpty() ? begin() : goOn(place.get());
                backoff.reset();
                over.pause(PACE_NANOS);
            } catch (RuntimeException | Error failed) {
                LOG.debug("The leases cannot be watched, and will be again: {}", failed.toString());
                place = Optional.empty();
                over.pause(backoff.nextNanos());
            }
        }
    }

    private Optional<EventCursor> begin() {
        var page = read(EventCursor.FROM_NOW, Duration.ZERO);
        keepers.forEach(LeaseKeeper::renewAll);
        return Optional.of(page.cursor());
    }

    private Optional<EventCursor> goOn(EventCursor place) {
        var page = over.parked(() -> read(place, LONGEST_WAIT));
        return page.filter(read -> !read.gap() && read.events().size() < PAGE).map(EventPage::cursor);
    }

    private EventPage read(EventCursor place, Duration wait) {
        var page = engine.call(
                Catalogue.SUBSCRIBE_LEASE_HISTORY,
                new SubscribeLeaseHistory(place, ScannerFilter.NONE, true, PAGE, wait.toMillis()));
        notice(page);
        return page;
    }

    private void notice(EventPage page) {
        Map<LeaseId, String> taken = new HashMap<>();
        for (var item : page.events()) {
            if (item instanceof EventItem.Delivered delivered && delivered.event() instanceof LeaseEvent event) {
                taken.put(
                        event.holder().leaseId(),
                        event.reason().orElse(event.type().literal()));
            }
        }
        if (!taken.isEmpty()) {
            keepers.forEach(keeper -> keeper.giveUp(taken));
        }
    }
}
