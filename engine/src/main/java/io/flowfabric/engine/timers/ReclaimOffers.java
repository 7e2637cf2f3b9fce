package io.flowfabric.engine.timers;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.read.DueReads.Ahead;
import io.flowfabric.engine.store.read.DueReads.ReclaimableLease;
import io.flowfabric.model.Times;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes the waiting claimers of this process for reclaimable leases whose grace period is over: its end is no commit,
 * so nothing else wakes them. Executions at their reclaim cap are found by reading, and only they are locked: a row
 * that is locked without being changed would be hidden from the claimers of every process for that time.
 *
 * <p>Each lease is offered once, in the order in which they became reclaimable. A late transaction may store one behind
 * others that were offered already; so for a while the last seconds are read again.
 */
final class ReclaimOffers {
    private static final Logger LOG = LoggerFactory.getLogger(ReclaimOffers.class);
    private static final int BATCH = 256;
    private static final long LATE_MS = 10_000;
    private static final long BETWEEN_REREADS_MS = 5000;
    private static final long BETWEEN_TRIES_MS = 1000;
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private final Store store;
    private final ReclaimSettings settings;
    private final TreeSet<ReclaimableLease> offered =
            new TreeSet<>(Comparator.comparingLong(ReclaimableLease::at).thenComparing(ReclaimableLease::executionId));
    /** Executions at their cap that another transaction held. */
    private final Set<ExecutionId> held = new LinkedHashSet<>();

    private long heldAgainAt = Long.MAX_VALUE;
    private long latestNow = Long.MIN_VALUE;
    private long rereadAt = Long.MIN_VALUE;

    ReclaimOffers(Store store, ReclaimSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    /** When there is something to offer, or to read again. */
    long nextAt(Ahead ahead) {
        if (ahead.now() < latestNow) {
            return ahead.now();
        }
        long nextEnd = Math.min(
                heldAgainAt,
                ahead.reclaimable().isPresent() ? endOfGrace(ahead.reclaimable().getAsLong()) : Long.MAX_VALUE);
        return mayBeFollowedByLateOnes(ahead.now()) ? Math.min(nextEnd, rereadAt) : nextEnd;
    }

    private boolean mayBeFollowedByLateOnes(long now) {
        return last().isPresent() && now < Times.plus(endOfGrace(last().get().at()), LATE_MS);
    }

    /** Offers all whose grace period is over; returns whether there were any. */
    boolean offer(BooleanSupplier closed) {
        if (!held.isEmpty()) {
            var again = List.copyOf(held);
            held.clear();
            endThoseAtTheirCap(again);
        }
        var page = store.read(Deadline.in(READ_TIMEOUT), tx -> read(tx, startOfRead(tx.now())));
        boolean any = offer(page);
        while (page.size() == BATCH && !closed.getAsBoolean()) {
            var read = Optional.of(page.get(BATCH - 1));
            page = store.read(Deadline.in(READ_TIMEOUT), tx -> read(tx, read));
            any |= offer(page);
        }
        heldAgainAt = held.isEmpty() ? Long.MAX_VALUE : Times.plus(latestNow, BETWEEN_TRIES_MS);
        last().ifPresent(last -> offered.headSet(startOfLate(last)).clear());
        return any;
    }

    private Optional<ReclaimableLease> startOfRead(long now) {
        if (now < latestNow) {
            LOG.info("The store's clock went back by {} ms; reclaimable leases are offered again", latestNow - now);
            offered.clear();
            rereadAt = now;
        }
        latestNow = now;
        if (now < rereadAt) {
            return last();
        }
        rereadAt = Times.plus(now, BETWEEN_REREADS_MS);
        return last().map(ReclaimOffers::startOfLate);
    }

    private static ReclaimableLease startOfLate(ReclaimableLease last) {
        return new ReclaimableLease(last.at() - LATE_MS, last.executionId());
    }

    private List<ReclaimableLease> read(ReadTx tx, Optional<ReclaimableLease> after) {
        return tx.due().reclaimable(after, tx.now() - settings.grace().toMillis(), BATCH);
    }

    private boolean offer(List<ReclaimableLease> page) {
        var fresh = page.stream().filter(offered::add).toList();
        if (fresh.isEmpty()) {
            return false;
        }
        store.doorbells().work().ring();
        endThoseAtTheirCap(fresh.stream().map(ReclaimableLease::executionId).toList());
        return true;
    }

    /** A claimer that meets one ends it, too; so a failure costs only time. */
    private void endThoseAtTheirCap(Collection<ExecutionId> reclaimable) {
        try {
            held.addAll(settings.endAtCap().apply(List.copyOf(reclaimable)));
        } catch (EngineException failed) {
            LOG.warn(
                    "The reclaim caps of {} executions could not be checked: {}",
                    reclaimable.size(),
                    failed.getMessage());
        }
    }

    /** The last one that was offered. */
    Optional<ReclaimableLease> last() {
        return offered.isEmpty() ? Optional.empty() : Optional.of(offered.last());
    }

    private long endOfGrace(long reclaimableSince) {
        return Times.plus(reclaimableSince, settings.grace().toMillis());
    }
}
