package io.flowfabric.sdk;

/**
 * A task that no handler has begun.
 *
 * @param whenSettled run once the outcome is stored, or cannot be
 */
record Unstarted(HeldLease lease, Runnable whenSettled) {
    String kind() {
        return lease.claim().executionKind();
    }
}
