package io.flowfabric.sdk;

import io.flowfabric.engine.rules.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims work for free slots and passes it on, until it is told to stop. Nothing else ends it: a worker that has
 * silently ceased to claim is worse than one that complains every second.
 */
final class Claimer {
    private static final Logger LOG = LoggerFactory.getLogger(Claimer.class);

    /** The most one call hands out. */
    private static final int MOST_CLAIMS = Limits.CLAIMS;

    private final WorkerParts parts;
    private final LaneClaims lanes;
    private final StopSignal stop;
    private final Consumer<HeldLease> start;
    private final Consumer<HeldLease> putOff;
    private final Backoff backoff = new Backoff();

    /**
     * @param start begins a task
     * @param putOff gives a task back for which there is no room; a server that knows no kinds may hand one out
     */
    Claimer(WorkerParts parts, LaneClaims lanes, Consumer<HeldLease> start, Consumer<HeldLease> putOff) {
        this.parts = parts;
        this.lanes = lanes;
        this.stop = parts.stop();
        this.start = start;
        this.putOff = putOff;
    }

    /** Claims all kinds that are not limited. */
    void run() {
        while (!stop.isGiven()) {
            var taken = parts.slots().take(MOST_CLAIMS);
            if (taken.count() > 0) {
                int used = 0;
                for (var lease : claim(taken.count(), taken.idle())) {
                    used++;
                    if (parts.limits().tryTake(lease.claim().executionKind())) {
                        start.accept(lease);
                    } else {
                        putOff.accept(lease);
                    }
                }
                parts.slots().claimed(taken, used);
            }
        }
    }

    /**
     * Claims a limited kind, when there is room for it and for another task at all. No slot is taken meanwhile: others must not
     * wait because of a kind of which there may be none.
     */
    void runFor(String kind) {
        var room = parts.limits().room(kind);
        while (!stop.isGiven()) {
            var taken = room.take(MOST_CLAIMS);
            if (taken.count() > 0) {
                parts.slots().awaitRoom();
                var leases = claim(taken.count(), 0);
                room.claimed(taken, leases.size());
                for (var lease : leases) {
                    parts.slots().takeAnyway();
                    start.accept(lease);
                }
            }
        }
    }

    /**
     * Claims once.
     *
     * @param startNow how many are sure to begin at once
     */
    private List<HeldLease> claim(int limit, int startNow) {
        try {
            var batch = lanes.next(limit, startNow);
            recovered();
            long ttlNanos = parts.settings().leaseTtl().toNanos();
            var leases = new ArrayList<HeldLease>();
            for (var claim : batch.claims()) {
                boolean ahead = leases.size() >= startNow;
                leases.add(new HeldLease(claim, ahead, ttlNanos, batch.notBefore(), parts.clock()));
            }
            return leases;
        } catch (RuntimeException | Error failed) {
            complain(failed);
            stop.pause(backoff.nextNanos());
            return List.of();
        }
    }

    private void recovered() {
        if (!backoff.isReset()) {
            LOG.info("Claiming works again");
            backoff.reset();
        }
    }

    private void complain(Throwable failed) {
        if (stop.isGiven()) {
            LOG.debug("The last claim ended with: {}", failed.toString());
        } else if (backoff.isReset()) {
            LOG.warn("Claiming failed and will be tried again: {}", failed.toString());
        } else {
            LOG.debug("Claiming still fails: {}", failed.toString());
        }
    }
}
