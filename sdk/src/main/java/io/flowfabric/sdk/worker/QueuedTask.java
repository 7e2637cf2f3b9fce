package io.flowfabric.sdk.worker;

import io.flowfabric.sdk.internal.lease.HeldLease;
import io.flowfabric.sdk.internal.lease.LeaseKeeper;

/** A task that no handler has begun, and the keeper of its lease. */
record QueuedTask(HeldLease lease, LeaseKeeper keeper) {
    String kind() {
        return lease.claim().executionKind();
    }

    /** To be called before the handler begins. */
    void begin() {
        keeper.begin(lease);
    }

    /** To be called once the outcome is stored, or cannot be. */
    void settle() {
        keeper.release(lease);
    }
}
