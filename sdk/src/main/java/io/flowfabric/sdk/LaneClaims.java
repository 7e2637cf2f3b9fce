package io.flowfabric.sdk;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Looks for work on the lanes of a worker in turn, and waits for some on one of them when there is none. Belongs to one
 * thread.
 */
final class LaneClaims {
    /** What was claimed, and when at the earliest: when the call was sent that claimed it, and what it waited later. */
    record Batch(List<Claim> claims, long notBefore) {}

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /** Work on one lane must not go unnoticed for long because the worker waits on another. */
    private static final Duration LONGEST_WAIT_AMONG_LANES = Duration.ofSeconds(1);

    private final Engine engine;
    private final WorkerSettings settings;
    private final StopSignal stop;
    private final LongSupplier clock;
    private final Duration wait;
    private int turn;
    private boolean drained;

    LaneClaims(Engine engine, WorkerSettings settings, StopSignal stop, LongSupplier clock) {
        this.engine = engine;
        this.settings = settings;
        this.stop = stop;
        this.clock = clock;
        this.wait = longestWait(settings);
        this.turn = settings.lanes().size() - 1;
    }

    /**
     * The lease is counted from before the call, so a call that waits uses it up: it may wait until the first renewal
     * would be due, and no longer.
     */
    private static Duration longestWait(WorkerSettings settings) {
        var bound = settings.lanes().size() > 1 ? LONGEST_WAIT_AMONG_LANES : LONGEST_WAIT;
        var third = settings.leaseTtl().dividedBy(3);
        return third.compareTo(bound) < 0 ? third : bound;
    }

    /**
     * Claims up to {@code limit} from the first lane that has work; empty when none had any in time.
     *
     * @param startNow how many of them begin at once
     */
    Batch next(int limit, int startNow) {
        // A single lane that had no more a moment ago is not worth a look of its own: the parked claim looks too.
        if (!drained || settings.lanes().size() > 1) {
            for (int i = 0; i < settings.lanes().size() && !stop.isGiven(); i++) {
                var batch = look(nextLane(), limit, startNow);
                if (!batch.claims().isEmpty()) {
                    return batch;
                }
            }
        }
        return park(nextLane(), limit, startNow);
    }

    private Batch look(LaneId lane, int limit, int startNow) {
        long sentAt = clock.getAsLong();
        return batch(engine.call(Catalogue.CLAIM, settings.claim(lane, limit, startNow, Duration.ZERO)), limit, sentAt);
    }

    private Batch park(LaneId lane, int limit, int startNow) {
        long sentAt = clock.getAsLong();
        return batch(
                stop.parked(() -> engine.call(Catalogue.CLAIM, settings.claim(lane, limit, startNow, wait)))
                        .orElse(ClaimOutcome.atOnce(List.of())),
                limit,
                sentAt);
    }

    private Batch batch(ClaimOutcome outcome, int limit, long sentAt) {
        drained = outcome.claims().size() < limit;
        return new Batch(outcome.claims(), sentAt + TimeUnit.MILLISECONDS.toNanos(outcome.waitedMs()));
    }

    private LaneId nextLane() {
        turn = (turn + 1) % settings.lanes().size();
        return settings.lanes().get(turn);
    }
}
