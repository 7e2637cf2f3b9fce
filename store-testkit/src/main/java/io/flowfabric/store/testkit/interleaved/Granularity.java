package io.flowfabric.store.testkit.interleaved;

/** What a step is. */
public enum Granularity {
    /** A whole transaction, for stores that run one at a time. */
    TRANSACTION,
    /** The beginning of a transaction, each call on it, and its commit. */
    STATEMENT
}
