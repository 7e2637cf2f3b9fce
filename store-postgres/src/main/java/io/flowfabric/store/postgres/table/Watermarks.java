package io.flowfabric.store.postgres.table;

import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * How far claims have got in each queue. What was claimed leaves dead entries at the front of the index, and while some
 * snapshot is held open they cannot be removed: a claim from the front then walks over all of them, and takes longer
 * and longer. One that took long is therefore followed by claims from the marks, for a while; then one from the front
 * checks whether something has come to stand behind the marks. As long as claims from the front are quick there are no
 * others.
 *
 * <p>Safe for use by any thread.
 */
final class Watermarks {
    /** What a claim from the front may take: so much, and so much more for everything it finds. */
    private static final long QUICK_NANOS = Duration.ofMillis(20).toNanos();

    private static final long QUICK_NANOS_EACH = Duration.ofNanos(100_000).toNanos();

    /** A claim from the front follows after this many times its duration, so that few are slow. */
    private static final int RESPITE = 30;

    private static final long LONGEST_RESPITE_NANOS = Duration.ofSeconds(30).toNanos();

    /** How much older an execution may be than one that was committed and claimed before it. */
    private static final long LATE_MS = 500;

    /** So few dead entries cannot make a claim slow; if it was, that had another reason, and order comes first. */
    private static final int FEW = 10_000;

    /** More priorities than a queue has; beyond it there are no marks. */
    private static final int MOST_RANKS = 16;

    /** Beyond so many queues all marks are forgotten: claims are from the front again. */
    private static final int MOST_QUEUES = 10_000;

    /** A part of the order of a queue: the ranks from one to another, the first of them from a time of creation on. */
    record Range(int queue, int fromRank, long since, int toRank) {}

    /** Where an execution stands that a claim has found. */
    record Spot(int queue, int rank, long createdAt, ExecutionId id) {}

    private static final class Marks {
        private final TreeMap<Integer, Long> claimedTo = new TreeMap<>();
        private long untilNanos;
        private long claimed;
    }

    private final Map<Integer, Marks> byQueue = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;
    private final int few;

    Watermarks() {
        this(System::nanoTime, FEW);
    }

    /**
     * Marks by another measure.
     *
     * @param nanoTime the clock by which claims are found to be slow
     * @param few so many claims of a queue make no marks
     */
    Watermarks(LongSupplier nanoTime, int few) {
        this.nanoTime = nanoTime;
        this.few = few;
    }

    long now() {
        return nanoTime.getAsLong();
    }

    /** What a claim has to read instead of the whole queues, in the order of each; empty when it is to read these. */
    List<Range> ranges(List<Integer> queues) {
        var ranges = new ArrayList<Range>();
        for (int queue : queues) {
            ranges.addAll(ranges(queue));
        }
        return ranges.size() == queues.size() ? List.of() : ranges;
    }

    private List<Range> ranges(int queue) {
        var ranges = new ArrayList<Range>();
        int from = Integer.MIN_VALUE;
        var marks = byQueue.get(queue);
        if (marks != null) {
            synchronized (marks) {
                if (isInUse(marks)) {
                    for (var mark : marks.claimedTo.entrySet()) {
                        int rank = mark.getKey();
                        ranges.add(new Range(queue, from, Long.MIN_VALUE, rank - 1));
                        ranges.add(new Range(queue, rank, mark.getValue() - LATE_MS, rank));
                        from = rank + 1;
                    }
                }
            }
        }
        ranges.add(new Range(queue, from, Long.MIN_VALUE, Integer.MAX_VALUE));
        return ranges;
    }

    /** Those of some queues of which a claim reads ranges. */
    Set<Integer> inUse(Collection<Integer> queues) {
        return queues.stream().filter(queue -> ranges(queue).size() > 1).collect(Collectors.toSet());
    }

    private Marks marksOf(int queue) {
        if (byQueue.size() >= MOST_QUEUES) {
            byQueue.clear();
        }
        return byQueue.computeIfAbsent(queue, any -> new Marks());
    }

    private boolean isInUse(Marks marks) {
        return marks.claimed > few && marks.untilNanos - now() > 0 && marks.claimedTo.size() <= MOST_RANKS;
    }

    /** A claim has read these queues from the front; how long it took is judged here. */
    void polled(List<Integer> queues, long beganNanos, int found) {
        long took = now() - beganNanos;
        if (took > QUICK_NANOS + found * QUICK_NANOS_EACH) {
            long until = now() + Math.min(took * RESPITE, LONGEST_RESPITE_NANOS);
            for (int queue : queues) {
                var marks = marksOf(queue);
                synchronized (marks) {
                    marks.untilNanos = until;
                }
            }
        }
    }

    /** What was found in the order of the lane, and which of it was claimed; known once that is committed. */
    void claimed(List<Spot> found, Set<ExecutionId> claimed) {
        var ended = new HashSet<List<Integer>>();
        for (var spot : found) {
            var place = List.of(spot.queue(), spot.rank());
            if (!claimed.contains(spot.id())) {
                ended.add(place);
            } else if (!ended.contains(place)) {
                var marks = marksOf(spot.queue());
                synchronized (marks) {
                    marks.claimed++;
                    marks.claimedTo.merge(spot.rank(), spot.createdAt(), Math::max);
                }
            }
        }
    }
}
