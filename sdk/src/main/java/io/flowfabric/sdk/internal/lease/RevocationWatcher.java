package io.flowfabric.sdk.internal.lease;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeLeaseHistory;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.internal.RetryDelays;
import io.flowfabric.sdk.internal.StopSignal;
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
 * Notices at once that a lease was revoked: by an operator, a cancellation, a deadline or an attempt timeout. Follows
 * the lease events, once for all workers of a {@link FlowFabric}, and only while one of them has held a lease for a
 * while; shorter work costs nothing.
 *
 * <p>When it starts to follow, and after a gap in the events, it has all leases renewed: the answers tell which of them
 * are lost.
 */
public final class RevocationWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(RevocationWatcher.class);

    /** Leases held for less are not worth a subscription. */
    private static final long A_WHILE_NANOS = Duration.ofMillis(250).toNanos();

    /** The pause between two polls, so that a busy store is not queried at every commit. */
    private static final long PACE_NANOS = Duration.ofMillis(100).toNanos();

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final int PAGE = Limits.PAGE;

    private final Engine engine;
    private final Set<LeaseKeeper> keepers = ConcurrentHashMap.newKeySet();
    private final StopSignal over = new StopSignal();
    private final RetryDelays backoff = new RetryDelays();
    private final Thread thread = new Thread(new BackgroundLoop("lease-watch", this::run), "flowfabric-lease-watch");
    private volatile boolean asleep;

    public RevocationWatcher(Engine engine) {
        this.engine = engine;
        thread.setDaemon(true);
    }

    /** Watches the leases of one more worker. Called by one thread at a time. */
    public void add(LeaseKeeper keeper) {
        keepers.add(keeper);
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    public void remove(LeaseKeeper keeper) {
        keepers.remove(keeper);
    }

    /** To be called after a lease has been added; cheap. */
    public void wake() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    public void close() {
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
        Optional<EventCursor> cursor = Optional.empty();
        while (!over.isGiven() && keepers.stream().anyMatch(keeper -> keeper.holdsForAtLeast(A_WHILE_NANOS))) {
            try {
                cursor = cursor.isEmpty() ? begin() : goOn(cursor.get());
                backoff.reset();
                over.pause(PACE_NANOS);
            } catch (RuntimeException | Error failed) {
                LOG.debug("The lease events cannot be read and will be tried again: {}", failed.toString());
                cursor = Optional.empty();
                over.pause(backoff.nextNanos());
            }
        }
    }

    private Optional<EventCursor> begin() {
        var page = read(EventCursor.FROM_NOW, Duration.ZERO);
        keepers.forEach(LeaseKeeper::renewAll);
        return Optional.of(page.cursor());
    }

    private Optional<EventCursor> goOn(EventCursor cursor) {
        var page = over.parked(() -> read(cursor, LONGEST_WAIT));
        return page.filter(read -> !read.gap() && read.events().size() < PAGE).map(EventPage::cursor);
    }

    private EventPage read(EventCursor cursor, Duration wait) {
        var page = engine.call(
                Catalogue.SUBSCRIBE_LEASE_HISTORY,
                new SubscribeLeaseHistory(cursor, ScannerFilter.NONE, true, PAGE, wait.toMillis()));
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
