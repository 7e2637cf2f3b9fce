package io.flowfabric.sdk;

/** A task that no handler has begun, and who keeps its lease. */
record Unstarted(HeldLease lease, LeaseKeeper keeper) {
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
