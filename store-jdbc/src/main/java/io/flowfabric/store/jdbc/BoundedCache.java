package io.flowfabric.store.jdbc;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What can be read again. Beyond a size everything is forgotten, which costs a read of each. Safe for use by any thread. */
public final class BoundedCache<K, V> {
    private final Map<K, V> kept = new ConcurrentHashMap<>();
    private final int most;

    /** @param most so many entries at about the most */
    public BoundedCache(int most) {
        this.most = most;
    }

    /** What is kept under a key. */
    public Optional<V> get(K key) {
        return Optional.ofNullable(kept.get(key));
    }

    /** Keeps a value in place of an earlier one. */
    public void put(K key, V value) {
        if (kept.size() >= most) {
            kept.clear();
        }
        kept.put(key, value);
    }

    /** Forgets everything. */
    public void clear() {
        kept.clear();
    }

    /** How many there are. */
    public int size() {
        return kept.size();
    }
}
