package io.flowfabric.sdk;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims work for free slots and passes it on, until it is told to stop. Nothing else ends it: a worker that has
 * silently ceased to claim is worse than one that complains every second.
 */
final class Claimer {
    private static final Logger LOG = LoggerFactory.getLogger(Claimer.class);

    /** The most one call hands out. */
    private static final int MOST_CLAIMS = 256;

    private final LaneClaims lanes;
    private final Slots slots;
    private final StopSignal stop;
    private final LongSupplier clock;
    private final long ttlNanos;
    private final boolean kindsAreLimited;
    private final Consumer<HeldLease> start;
    private final Backoff backoff = new Backoff();

    Claimer(WorkerParts parts, LaneClaims lanes, Consumer<HeldLease> start) {
        this.lanes = lanes;
        this.slots = parts.slots();
        this.stop = parts.stop();
        this.clock = parts.clock();
        this.ttlNanos = parts.settings().leaseTtl().toNanos();
        this.kindsAreLimited = !parts.settings().limits().isEmpty();
        this.start = start;
    }

    void run() {
        while (!stop.isGiven()) {
            var taken = slots.take(MOST_CLAIMS);
            if (taken.count() > 0) {
                int used = claim(taken);
                slots.release(taken.count() - used);
            }
        }
    }

    /** Claims once and answers how many slots that used up. */
    private int claim(Slots.Taken taken) {
        // A task of a kind at its limit has to wait whoever is idle.
        int startNow = kindsAreLimited ? 0 : taken.idle();
        try {
            var batch = lanes.next(taken.count(), startNow);
            recovered();
            int place = 0;
            for (var claim : batch.claims()) {
                start.accept(new HeldLease(claim, place++ >= startNow, ttlNanos, batch.notBefore(), clock));
            }
            return batch.claims().size();
        } catch (RuntimeException | Error failed) {
            complain(failed);
            stop.pause(backoff.nextNanos());
            return 0;
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
