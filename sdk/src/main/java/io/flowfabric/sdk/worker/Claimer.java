package io.flowfabric.sdk.worker;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.sdk.internal.RetryDelays;
import io.flowfabric.sdk.internal.StopSignal;
import io.flowfabric.sdk.internal.lease.HeldLease;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims work for free slots and passes it on, until the stop signal is given. Failures do not end it: a worker must
 * not stop claiming silently.
 */
final class Claimer {
    private static final Logger LOG = LoggerFactory.getLogger(Claimer.class);

    /** The most executions per claim. */
    private static final int MOST_CLAIMS = Limits.CLAIMS;

    private final WorkerParts parts;
    private final LaneClaims lanes;
    private final StopSignal stop;
    private final Consumer<HeldLease> start;
    private final Consumer<HeldLease> putOff;
    private final RetryDelays backoff = new RetryDelays();

    /**
     * @param start begins a task
     * @param putOff hands a task back for which there is no room; a server that does not know claims by kind may send
     *     one
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
     * Claims a limited kind, when there is room for it and for another task at all. No slot is taken meanwhile: other
     * kinds must not wait for a kind of which there may be no work.
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
     * @param startNow how many begin at once for certain
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
