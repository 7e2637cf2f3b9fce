package io.flowfabric.engine.store;

/** An open transaction. Belongs to the thread that runs the unit and ends with it. */
public interface Tx {
    /** The store's clock in milliseconds since the epoch; ask after loading, never before. */
    long now();
}
