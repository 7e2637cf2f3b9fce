package io.flowfabric.engine.store.write;

import java.util.Collection;
import java.util.Map;

/**
 * Records of one family, loaded and locked by key, set by set. Families are locked in the one order that the package
 * describes, and the keys of a family in their own order, so that transactions cannot wait for each other in a circle.
 *
 * <p>What belongs to a record (the grant of an execution) is read by a statement of its own after the record is locked: a
 * statement that waits for a lock goes on with the newest version of the locked row and with an old snapshot of
 * everything that it joins (decision 0052).
 *
 * @param <K> by which a record is known
 * @param <V> what is loaded
 */
public interface RecordLocks<K, V> {

    /** Loads and locks records, in the order of their keys. Unknown keys are missing from the answer. */
    Map<K, V> lock(Collection<K> keys);

    /** As {@link #lock}, for those alone that no other transaction holds locked; it does not wait. */
    Map<K, V> tryLock(Collection<K> keys);

    /** Which of these keys are taken, by records that may be locked by others. */
    Collection<K> existing(Collection<K> keys);
}
