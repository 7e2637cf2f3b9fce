package io.flowfabric.sdk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How many handlers of a kind run at once, and how many tasks of it a worker may have: one for each of these handlers, and
 * some ahead of them as their own pace allows, so that a fast one does not wait for a claim. A task ahead waits beside the
 * others, without a slot, so that they go on. Safe for use by any thread.
 */
final class KindLimits {
    private static final class Kind {
        private final int most;
        private final Pace pace;
        private final Slots room;
        private final Queue<Unstarted> waiting = new ArrayDeque<>();
        private int running;

        Kind(int most, long ttlNanos) {
            this.most = most;
            this.pace = new Pace(most, ttlNanos);
            this.room = new Slots(most, pace);
        }

        synchronized boolean admit(Unstarted task) {
            if (running < most) {
                running++;
                return true;
            }
            waiting.add(task);
            return false;
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

    KindLimits(Map<String, Integer> limits, long ttlNanos) {
        this.kinds = limits.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(Map.Entry::getKey, limit -> new Kind(limit.getValue(), ttlNanos)));
    }

    /** The kinds that are limited. */
    Set<String> kinds() {
        return kinds.keySet();
    }

    /** The places for tasks of a limited kind; each is given back by {@link #free}. */
    Slots room(String kind) {
        return kinds.get(kind).room;
    }

    /** Takes a place for a task of any kind; false if its kind is limited and has none. */
    boolean tryTake(String kind) {
        return of(kind).map(limited -> limited.room.tryTake()).orElse(true);
    }

    /** Gives back the place of a task of any kind. */
    void free(String kind) {
        of(kind).ifPresent(limited -> limited.room.release(1));
    }

    /** Whether a task may run now, which then leaves when it has; otherwise it waits for one that leaves. */
    boolean admit(Unstarted task) {
        return of(task.kind()).map(kind -> kind.admit(task)).orElse(true);
    }

    /** One that was admitted has ended; answers the one that takes its place and must be run, if there is one. */
    Optional<Unstarted> leave(String kind) {
        return of(kind).flatMap(Kind::leave);
    }

    /** A handler of a kind took that long. */
    void took(String kind, long nanos) {
        of(kind).ifPresent(limited -> limited.pace.took(nanos));
    }

    /** All that wait, and do so no longer. */
    List<Unstarted> drain() {
        return kinds.values().stream().flatMap(kind -> kind.drain().stream()).toList();
    }

    /** No claim gets places any more. */
    void close() {
        kinds.values().forEach(kind -> kind.room.close());
    }

    private Optional<Kind> of(String kind) {
        return Optional.ofNullable(kinds.get(kind));
    }
}
