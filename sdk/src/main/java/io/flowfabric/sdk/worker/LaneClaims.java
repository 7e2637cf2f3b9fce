package io.flowfabric.sdk.worker;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.sdk.internal.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Claims work of some kinds on all lanes of a worker, and waits when there is none, in one call. Belongs to one thread.
 */
final class LaneClaims {
    /** The claims, and the earliest time at which they can have been made: when the call was sent, plus its wait. */
    record Batch(List<Claim> claims, long notBefore) {}

    private static final Duration LONGEST_WAIT = Duration.ofMillis(Limits.WAIT_MS);

    private final Engine engine;
    private final WorkerSettings settings;
    private final StopSignal stop;
    private final LongSupplier clock;
    private final Duration wait;
    private final UnaryOperator<ClaimRequest> kinds;
    private long turn;
    private boolean drained;

    /** @param kinds restricts a claim to some kinds */
    LaneClaims(WorkerParts parts, UnaryOperator<ClaimRequest> kinds) {
        this.engine = parts.engine();
        this.settings = parts.settings();
        this.stop = parts.stop();
        this.clock = parts.clock();
        this.kinds = kinds;
        this.wait = longestWait(settings);
    }

    /**
     * The lease is counted from before the call, so the wait of the call shortens it: the call waits at most until the
     * first renewal would be due.
     */
    private static Duration longestWait(WorkerSettings settings) {
        var third = settings.leaseTtl().dividedBy(3);
        return third.compareTo(LONGEST_WAIT) < 0 ? third : LONGEST_WAIT;
    }

    /**
     * Claims up to {@code limit} from the lanes; empty when there was no work in time.
     *
     * @param startNow how many of them begin at once
     */
    Batch next(int limit, int startNow) {
        // Lanes that had no more work a moment ago are not worth a poll of their own: the parked claim polls too.
        if (!drained && !stop.isGiven()) {
            var batch = poll(limit, startNow);
            if (!batch.claims().isEmpty()) {
                return batch;
            }
        }
        return park(limit, startNow);
    }

    private Batch poll(int limit, int startNow) {
        long sentAt = clock.getAsLong();
        return batch(claim(limit, startNow, Duration.ZERO), limit, sentAt);
    }

    private Batch park(int limit, int startNow) {
        long sentAt = clock.getAsLong();
        return batch(
                stop.parked(() -> claim(limit, startNow, wait)).orElse(ClaimOutcome.atOnce(List.of())), limit, sentAt);
    }

    private ClaimOutcome claim(int limit, int startNow, Duration maxWait) {
        return engine.call(Catalogue.CLAIM, kinds.apply(settings.claim(turn++, limit, startNow, maxWait)));
    }

    private Batch batch(ClaimOutcome outcome, int limit, long sentAt) {
        drained = outcome.claims().size() < limit;
        return new Batch(outcome.claims(), sentAt + TimeUnit.MILLISECONDS.toNanos(outcome.waitedMs()));
    }
}
