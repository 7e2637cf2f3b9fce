package io.flowfabric.sdk.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How many handlers of a kind run at once, and how many tasks of it a worker may have: one for each of these handlers,
 * and some prefetched, so that a fast handler does not wait for a claim. A prefetched task waits without a slot, so
 * that the other kinds go on. Safe for use by any thread.
 */
final class KindLimits {
    private static final class Kind {
        private final int most;
        private final Prefetch prefetch;
        private final Slots room;
        private final Queue<QueuedTask> waiting = new ArrayDeque<>();
        private int running;

        Kind(int most, long ttlNanos) {
            this.most = most;
            this.prefetch = new Prefetch(most, ttlNanos);
            this.room = new Slots(most, prefetch);
        }

        synchronized boolean admit(QueuedTask task) {
            if (running < most) {
                running++;
                return true;
            }
            waiting.add(task);
            return false;
        }

        synchronized Optional<QueuedTask> leave() {
            var heir = Optional.ofNullable(waiting.poll());
            running -= heir.isPresent() ? 0 : 1;
            return heir;
        }

        synchronized List<QueuedTask> drain() {
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

    /** The slots for tasks of a limited kind; each is given back by {@link #free}. */
    Slots room(String kind) {
        return kinds.get(kind).room;
    }

    /** Takes a slot for a task of any kind; false if its kind is limited and has none. */
    boolean tryTake(String kind) {
        return of(kind).map(limited -> limited.room.tryTake()).orElse(true);
    }

    /** Gives back the slot of a task of any kind. */
    void free(String kind) {
        of(kind).ifPresent(limited -> limited.room.release(1));
    }

    /** Whether a task may run now; otherwise it is queued until {@link #leave} returns it. */
    boolean admit(QueuedTask task) {
        return of(task.kind()).map(kind -> kind.admit(task)).orElse(true);
    }

    /** An admitted task has ended; returns the queued task that must run next, if there is one. */
    Optional<QueuedTask> leave(String kind) {
        return of(kind).flatMap(Kind::leave);
    }

    /** Records how long a handler of a kind took. */
    void took(String kind, long nanos) {
        of(kind).ifPresent(limited -> limited.prefetch.took(nanos));
    }

    /** Removes and returns all queued tasks. */
    List<QueuedTask> drain() {
        return kinds.values().stream().flatMap(kind -> kind.drain().stream()).toList();
    }

    /** No claim gets slots any more. */
    void close() {
        kinds.values().forEach(kind -> kind.room.close());
    }

    private Optional<Kind> of(String kind) {
        return Optional.ofNullable(kinds.get(kind));
    }
}
