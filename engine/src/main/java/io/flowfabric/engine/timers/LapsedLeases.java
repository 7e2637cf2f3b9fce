package io.flowfabric.engine.timers;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.DueReads.Ahead;
import io.flowfabric.engine.store.DueReads.Lapse;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.Times;
import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers lapsed leases to whoever waits in this process, once their grace period is over: its end is no commit, so
 * nobody else tells them.
 *
 * <p>Each is offered once, in the order they lapsed. A transaction may be late and store a lapse behind others that were
 * offered already; so for a while the last seconds are read again and again.
 */
final class LapsedLeases {
    private static final Logger LOG = LoggerFactory.getLogger(LapsedLeases.class);
    private static final int BATCH = 256;
    private static final long LATE_MS = 10_000;
    private static final long BETWEEN_LOOKS_BACK_MS = 5000;
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private final Store store;
    private final Takeovers takeovers;
    private final TreeSet<Lapse> offered =
            new TreeSet<>(Comparator.comparingLong(Lapse::at).thenComparing(Lapse::executionId));
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
        long nextEnd = ahead.lapse().isPresent() ? endOfGrace(ahead.lapse().getAsLong()) : Long.MAX_VALUE;
        return mayBeFollowedByLateOnes(ahead.now()) ? Math.min(nextEnd, lookBackAt) : nextEnd;
    }

    private boolean mayBeFollowedByLateOnes(long now) {
        return last().isPresent() && now < Times.plus(endOfGrace(last().get().at()), LATE_MS);
    }

    /** Offers all whose grace period is over. */
    void offer(BooleanSupplier closed) {
        var page = store.read(Deadline.in(READ_TIMEOUT), tx -> read(tx, startOfLook(tx.now())));
        offer(page);
        while (page.size() == BATCH && !closed.getAsBoolean()) {
            var read = Optional.of(page.get(BATCH - 1));
            page = store.read(Deadline.in(READ_TIMEOUT), tx -> read(tx, read));
            offer(page);
        }
        last().ifPresent(last -> offered.headSet(startOfLate(last)).clear());
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

    private void offer(List<Lapse> page) {
        var fresh = page.stream().filter(offered::add).toList();
        if (!fresh.isEmpty()) {
            endThoseAtTheirCap(fresh);
            store.doorbells().work().ring();
        }
    }

    private void endThoseAtTheirCap(List<Lapse> lapses) {
        var begun = new LinkedHashMap<ExecutionId, CompletableFuture<?>>();
        for (var lapse : lapses) {
            begun.put(lapse.executionId(), takeovers.endIfCapReached().apply(lapse.executionId()));
        }
        begun.forEach((id, act) -> {
            try {
                act.join();
            } catch (CompletionException failed) {
                LOG.warn(
                        "The reclaim cap of execution {} was not looked at: {}",
                        id,
                        failed.getCause().getMessage());
            }
        });
    }

    /** The last one that was offered. */
    Optional<Lapse> last() {
        return offered.isEmpty() ? Optional.empty() : Optional.of(offered.last());
    }

    private long endOfGrace(long lapsedAt) {
        return Times.plus(lapsedAt, takeovers.grace().toMillis());
    }
}
