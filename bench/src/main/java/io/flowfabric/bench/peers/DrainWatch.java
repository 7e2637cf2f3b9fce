package io.flowfabric.bench.peers;

import io.flowfabric.bench.system.RunRate;
import io.flowfabric.bench.system.RunRate.Extent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Follows a drain by samples of what is left, and says when enough was seen. Time is a parameter.
 *
 * <p>A window is steady when its two halves differ in rate by at most a tenth: two long halves, because some peers work
 * in bursts of a second or more. The window begins with the first end that was seen, so that the start of the workers is
 * not part of it. A drain that goes on but is not steady after three windows is not waited for any longer.
 */
final class DrainWatch {
    private static final Duration STALLED = Duration.ofSeconds(60);
    private static final double LONGEST_PAUSE = 1e9;
    private static final double SHORTEST_PAUSE = 5e6;
    private static final int PAUSES_PER_DRAIN = 8;
    private static final int SETTLING_WINDOWS = 3;
    private static final double STEADY = 0.1;

    private record Sample(long nanos, long left) {

        double rateUntil(Sample later) {
            return (left - later.left) / (double) (later.nanos - nanos);
        }
    }

    private final Sample start;
    private final long window;
    private final Deque<Sample> recent = new ArrayDeque<>();
    private Sample progress;
    private Sample previous;
    private Sample last;
    private Optional<Sample> first = Optional.empty();

    /**
     * A drain that begins now.
     *
     * @param left how much there is to do
     */
    DrainWatch(long nanos, long left, Duration window) {
        this.start = new Sample(nanos, left);
        this.window = window.toNanos();
        this.progress = start;
        this.previous = start;
        this.last = start;
    }

    /**
     * Adds a sample.
     *
     * @return the pace, once enough was seen
     * @throws IllegalStateException if nothing ended for a minute
     */
    Optional<RunRate> see(long nanos, long left) {
        var now = new Sample(nanos, left);
        previous = last;
        last = now;
        if (left < progress.left) {
            progress = now;
            if (first.isEmpty()) {
                first = Optional.of(now);
            }
        } else if (nanos - progress.nanos > STALLED.toNanos()) {
            throw new IllegalStateException(
                    "nothing ended for %d s, and %d of %d are left; with FF_LOG=info its log may tell why"
                            .formatted(STALLED.toSeconds(), left, start.left));
        }
        if (left == 0) {
            return Optional.of(pace(start, now, Extent.ALL));
        }
        return first.flatMap(begun -> window(begun, now));
    }

    /**
     * How long to wait for the next sample. Half the time that the rest will take, so that the end is not missed, and
     * never long in comparison with what has passed, because the first rates seen say little.
     */
    Duration pause() {
        double rate = Math.max(start.rateUntil(last), previous.rateUntil(last));
        double untilHalf = rate > 0 ? last.left / rate / 2 : LONGEST_PAUSE;
        double pause = Math.min(untilHalf, (last.nanos - start.nanos) / (double) PAUSES_PER_DRAIN);
        return Duration.ofNanos((long) Math.min(Math.max(pause, SHORTEST_PAUSE), LONGEST_PAUSE));
    }

    private Optional<RunRate> window(Sample begun, Sample now) {
        recent.addLast(now);
        if (now.nanos - begun.nanos < window) {
            return Optional.empty();
        }
        dropUntil(now.nanos - window);
        var from = recent.getFirst();
        if (steady(from, now)) {
            return Optional.of(pace(from, now, Extent.STEADY));
        }
        boolean settling = now.nanos - begun.nanos < SETTLING_WINDOWS * window || now.left == from.left;
        return settling ? Optional.empty() : Optional.of(pace(from, now, Extent.UNSTEADY));
    }

    /** Keeps the last sample that is at least as old as the window, as its beginning. */
    private void dropUntil(long nanos) {
        var oldest = recent.removeFirst();
        while (!recent.isEmpty() && recent.getFirst().nanos <= nanos) {
            oldest = recent.removeFirst();
        }
        recent.addFirst(oldest);
    }

    private boolean steady(Sample from, Sample now) {
        long middle = from.nanos + (now.nanos - from.nanos) / 2;
        var half = recent.stream()
                .filter(sample -> sample.nanos >= middle)
                .findFirst()
                .orElse(now);
        double before = from.rateUntil(half);
        double after = half.rateUntil(now);
        return before > 0 && Math.abs(before - after) <= STEADY * Math.max(before, after);
    }

    private static RunRate pace(Sample from, Sample to, Extent extent) {
        return new RunRate(from.left - to.left, Duration.ofNanos(to.nanos - from.nanos), extent);
    }
}
