package io.flowfabric.engine.store.wakeup;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntPredicate;

/**
 * Which calls wait for which keys of one doorbell, by the hash of the key. A key that is registered has a position of
 * its own, so it is exact; for all others a fixed number of stripes remember the position of their last ring, so
 * nothing is kept for a key that no call waits for. Safe for use by any thread.
 */
final class WakeUpRegistry {
    /** A registered call, or several that wait together. */
    record Watch(List<WakeUpKey> keys, Runnable wake) {}

    /**
     * What is registered for one hash.
     *
     * @param lastRung the position of its last ring; at first that of its stripe, which may have been rung for it
     */
    private record Entry(List<Watch> watches, long lastRung) {
        Entry rung(long position) {
            return position > lastRung ? new Entry(watches, position) : this;
        }
    }

    private final Map<Integer, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicLongArray stripes;

    WakeUpRegistry(int stripes) {
        this.stripes = new AtomicLongArray(stripes);
    }

    /** Rings for one hash. The stripe is updated first, where an entry that is being made at the same time reads it. */
    void ring(int hash, int stripe, long position) {
        raise(stripe, position);
        ringEntry(hash, position);
    }

    private void ringEntry(int hash, long position) {
        var entry = entries.computeIfPresent(hash, (any, known) -> known.rung(position));
        if (entry != null) {
            wake(entry);
        }
    }

    /** Rings for every hash of some stripes, which are updated before. */
    void ringStripes(IntPredicate ofStripes, long position) {
        for (Integer hash : entries.keySet()) {
            if (ofStripes.test(hash)) {
                ringEntry(hash, position);
            }
        }
    }

    /** Wakes everything that is registered. */
    void wakeAll() {
        entries.values().forEach(WakeUpRegistry::wake);
    }

    /** Notes a ring for what is not registered. */
    void raise(int stripe, long position) {
        stripes.accumulateAndGet(stripe, position, Math::max);
    }

    /** The position of the last ring that concerned a hash, or may have. */
    long lastRung(int hash, int stripe) {
        var entry = entries.get(hash);
        return entry == null ? stripes.get(stripe) : entry.lastRung();
    }

    /** A ring that missed the entry while it was being made has updated the stripe before, and is repeated here. */
    void add(int hash, int stripe, Watch watch) {
        long before = stripes.get(stripe);
        entries.compute(
                hash,
                (any, known) -> known == null
                        ? new Entry(List.of(watch), before)
                        : new Entry(with(known.watches(), watch), known.lastRung()));
        long after = stripes.get(stripe);
        if (after > before) {
            ringEntry(hash, after);
        }
    }

    void remove(int hash, Watch watch) {
        entries.computeIfPresent(hash, (any, known) -> {
            var left = without(known.watches(), watch);
            return left.isEmpty() ? null : new Entry(left, known.lastRung());
        });
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    Set<WakeUpKey> keys() {
        var keys = new HashSet<WakeUpKey>();
        entries.values().forEach(entry -> entry.watches().forEach(watch -> keys.addAll(watch.keys())));
        return keys;
    }

    private static void wake(Entry entry) {
        entry.watches().forEach(watch -> watch.wake().run());
    }

    private static List<Watch> with(List<Watch> watches, Watch added) {
        var more = new ArrayList<Watch>(watches.size() + 1);
        more.addAll(watches);
        more.add(added);
        return more;
    }

    /** By identity: two calls with equal keys may be woken by equal means. */
    private static List<Watch> without(List<Watch> watches, Watch removed) {
        var fewer = new ArrayList<Watch>(watches.size());
        for (Watch watch : watches) {
            if (watch != removed) {
                fewer.add(watch);
            }
        }
        return fewer;
    }
}
