package io.flowfabric.sdk.internal.lease;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The leases a worker holds, from the claim until their outcome is stored or dropped. Safe for use by any thread. */
public final class HeldLeases implements Iterable<HeldLease> {
    private final Set<HeldLease> leases = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();

    void add(HeldLease lease) {
        leases.add(lease);
    }

    void remove(HeldLease lease) {
        leases.remove(lease);
        if (leases.isEmpty()) {
            lock.lock();
            try {
                none.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits until there are none; answers false when the time is over first. */
    public boolean awaitNone(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (!leases.isEmpty() && left > 0) {
                left = none.awaitNanos(left);
            }
            return leases.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** A weakly consistent iterator; never fails because of a concurrent change. */
    @Override
    public Iterator<HeldLease> iterator() {
        return leases.iterator();
    }
}
