package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.store.write.RecordLocks;
import java.util.Collection;
import java.util.Map;

/** Records of a store with one writer at a time: no other transaction holds any of them, and loading is locking. */
interface SingleWriterLocks<K, V> extends RecordLocks<K, V> {
    @Override
    default Map<K, V> tryLock(Collection<K> keys) {
        return lock(keys);
    }
}
