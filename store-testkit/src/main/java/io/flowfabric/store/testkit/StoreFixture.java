package io.flowfabric.store.testkit;

import io.flowfabric.engine.store.Store;
import java.time.Clock;

/**
 * A kind of store that contracts run on, named by {@link RunsOn}. Made without arguments when the first test of a class
 * begins, and closed when the last one is over.
 */
public interface StoreFixture extends AutoCloseable {
    /** The address of a store that no test has used, for any number of engines and processes. */
    String freshAddress();

    /** Opens a fresh store that takes its time from the clock. */
    Store open(Clock clock);

    @Override
    default void close() {}
}
