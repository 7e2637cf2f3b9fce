package io.flowfabric.engine.command;

import io.flowfabric.engine.store.write.RecordLocks;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The records of one family that a transaction has loaded, as it is going to leave them. Not safe for use by several
 * threads.
 */
final class RecordFamily<K, R> {
    private final Function<Wants, List<K>> wanted;
    private final Map<K, Optional<R>> records = new HashMap<>();

    /** @param wanted the keys of this family among what a command wants */
    RecordFamily(Function<Wants, List<K>> wanted) {
        this.wanted = wanted;
    }

    /**
     * Loads with one call what no other transaction holds, without waiting. A second statement, with a snapshot of its
     * own, finds which of the missing records exist: another transaction holds them or has just added them; either way
     * a retry is worthwhile.
     *
     * @return those that another transaction holds
     */
    Set<K> tryLock(List<Wants> all, RecordLocks<K, R> locks) {
        var keys = keys(all);
        if (keys.isEmpty()) {
            return Set.of();
        }
        var found = locks.tryLock(keys);
        keep(keys, found);
        if (found.size() == keys.size()) {
            return Set.of();
        }
        keys.removeAll(found.keySet());
        return Set.copyOf(locks.existing(keys));
    }

    /** Loads with one call; a record that another transaction holds is waited for. */
    void lock(List<Wants> all, RecordLocks<K, R> locks) {
        read(all, locks::lock);
    }

    /** Loads with one call what needs no lock of its own. */
    void read(List<Wants> all, Function<Set<K>, Map<K, R>> reading) {
        var keys = keys(all);
        if (!keys.isEmpty()) {
            keep(keys, reading.apply(keys));
        }
    }

    private Set<K> keys(List<Wants> all) {
        var keys = new LinkedHashSet<K>();
        for (var wants : all) {
            keys.addAll(wanted.apply(wants));
        }
        return keys;
    }

    private void keep(Set<K> keys, Map<K, R> found) {
        keys.forEach(key -> records.put(key, Optional.ofNullable(found.get(key))));
    }

    /** Empty when none is stored. */
    Optional<R> get(K key) {
        var record = records.get(key);
        if (record == null) {
            throw Found.notWanted(key);
        }
        return record;
    }

    /** Notes how a record is left. */
    void put(K key, Optional<R> after) {
        if (records.replace(key, after) == null) {
            throw Found.notWanted(key);
        }
    }
}
