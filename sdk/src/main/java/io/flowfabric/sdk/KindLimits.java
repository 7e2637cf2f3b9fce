package io.flowfabric.sdk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Collectors;

/**
 * How many handlers of a kind run at once. A task of a kind at its limit waits beside the others, without a slot, so
 * that they go on; as many may wait as may run. What comes beyond that is not for this worker now. Safe for use by any
 * thread.
 */
final class KindLimits {
    /** What becomes of a task. */
    enum Admission {
        /** It may run, and leaves when it has. */
        RUNS,
        /** It waits for one that leaves. */
        WAITS,
        /** Too many wait. */
        REFUSED
    }

    private static final class Kind {
        private final int most;
        private final Queue<Unstarted> waiting = new ArrayDeque<>();
        private int running;

        Kind(int most) {
            this.most = most;
        }

        synchronized Admission admit(Unstarted task) {
            if (running < most) {
                running++;
                return Admission.RUNS;
            }
            return waiting.size() < most && waiting.add(task) ? Admission.WAITS : Admission.REFUSED;
        }

        synchronized Optional<Unstarted> leave() {
            var heir = Optional.ofNullable(waiting.poll());
            running -= heir.isPresent() ? 0 : 1;
            return heir;
        }

        synchronized List<Unstarted> drain() {
            var all = new ArrayList<>(waiting);
            waiting.clear();
            return all;
        }
    }

    private final Map<String, Kind> kinds;

    KindLimits(Map<String, Integer> limits) {
        this.kinds = limits.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, limit -> new Kind(limit.getValue())));
    }

    Admission admit(Unstarted task) {
        return of(task.kind()).map(kind -> kind.admit(task)).orElse(Admission.RUNS);
    }

    /** One that was admitted has ended; answers the one that takes its place and must be run, if there is one. */
    Optional<Unstarted> leave(String kind) {
        return of(kind).flatMap(Kind::leave);
    }

    /** All that wait, who do so no longer. */
    List<Unstarted> drain() {
        return kinds.values().stream().flatMap(kind -> kind.drain().stream()).toList();
    }

    private Optional<Kind> of(String kind) {
        return Optional.ofNullable(kinds.get(kind));
    }
}
