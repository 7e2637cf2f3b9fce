package io.flowfabric.engine.timers;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.DueReads.Ahead;
import io.flowfabric.engine.store.DueReads.Lapse;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
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
 * Offers lapsed leases to whoever waits in this process, once their grace period is over: its end is no commit, so
 * nothing else tells them. Those at their cap are found by reading and no other is locked: a row that is locked without
 * being changed would be hidden from claimers of every process for that while.
 *
 * <p>Each is offered once, in the order they lapsed. A transaction may be late and store a lapse behind others that were
 * offered already; so for a while the last seconds are read again and again.
 */
final class LapsedLeases {
    private static final Logger LOG = LoggerFactory.getLogger(LapsedLeases.class);
    private static final int BATCH = 256;
    private static final long LATE_MS = 10_000;
    private static final long BETWEEN_LOOKS_BACK_MS = 5000;
    private static final long BETWEEN_TRIES_MS = 1000;
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private final Store store;
    private final Takeovers takeovers;
    private final TreeSet<Lapse> offered =
            new TreeSet<>(Comparator.comparingLong(Lapse::at).thenComparing(Lapse::executionId));
    /** At their cap, but another transaction held them. */
    private final Set<ExecutionId> held = new LinkedHashSet<>();

    private long heldAgainAt = Long.MAX_VALUE;
    private long latestNow = Long.MIN_VALUE;
    private long lookBackAt = Long.MIN_VALUE;

    LapsedLeases(Store store, Takeovers takeovers) {
        this.store = store;
        this.takeovers = takeovers;
    }

    /** When there is something to offer, or to look for. */
    long nextAt(Ahead ahead) {
        if (ahead.now() < latestNow) {
            return ahead.now();
        }
        long nextEnd = Math.min(
                heldAgainAt,
                ahead.lapse().isPresent() ? endOfGrace(ahead.lapse().getAsLong()) : Long.MAX_VALUE);
        return mayBeFollowedByLateOnes(ahead.now()) ? Math.min(nextEnd, lookBackAt) : nextEnd;
    }

    private boolean mayBeFollowedByLateOnes(long now) {
        return last().isPresent() && now < Times.plus(endOfGrace(last().get().at()), LATE_MS);
    }

    /** Offers all whose grace period is over; answers whether there were any. */
    boolean offer(BooleanSupplier closed) {
        if (!held.isEmpty()) {
            var again = List.copyOf(held);
            held.clear();
            endThoseAtTheirCap(again);
        }
        var page = store.read(Deadline.in(READ_TIMEOUT), tx -> read(tx, startOfLook(tx.now())));
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

    private Optional<Lapse> startOfLook(long now) {
        if (now < latestNow) {
            LOG.info("The store's clock went back by {} ms; lapsed leases are offered anew", latestNow - now);
            offered.clear();
            lookBackAt = now;
        }
        latestNow = now;
        if (now < lookBackAt) {
            return last();
        }
        lookBackAt = Times.plus(now, BETWEEN_LOOKS_BACK_MS);
        return last().map(LapsedLeases::startOfLate);
    }

    private static Lapse startOfLate(Lapse last) {
        return new Lapse(last.at() - LATE_MS, last.executionId());
    }

    private List<Lapse> read(ReadTx tx, Optional<Lapse> after) {
        return tx.due().lapses(after, tx.now() - takeovers.grace().toMillis(), BATCH);
    }

    private boolean offer(List<Lapse> page) {
        var fresh = page.stream().filter(offered::add).toList();
        if (fresh.isEmpty()) {
            return false;
        }
        store.doorbells().work().ring();
        endThoseAtTheirCap(fresh.stream().map(Lapse::executionId).toList());
        return true;
    }

    /** A claimer that meets one ends it, too; so a failure costs no more than time. */
    private void endThoseAtTheirCap(Collection<ExecutionId> lapsed) {
        try {
            held.addAll(takeovers.endAtCap().apply(List.copyOf(lapsed)));
        } catch (EngineException failed) {
            LOG.warn("The reclaim caps of {} executions were not looked at: {}", lapsed.size(), failed.getMessage());
        }
    }

    /** The last one that was offered. */
    Optional<Lapse> last() {
        return offered.isEmpty() ? Optional.empty() : Optional.of(offered.last());
    }

    private long endOfGrace(long lapsedAt) {
        return Times.plus(lapsedAt, takeovers.grace().toMillis());
    }
}
