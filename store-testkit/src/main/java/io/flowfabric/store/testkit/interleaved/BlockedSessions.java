package io.flowfabric.store.testkit.interleaved;

/** Finds out how many sessions of the store under test wait in the database for a lock that another one holds. */
@FunctionalInterface
public interface BlockedSessions extends AutoCloseable {
    /** For a store in which no transaction ever waits for another while it runs. */
    BlockedSessions NONE = () -> 0;

    int count();

    /** Lets go of the connection by which it asks. */
    @Override
    default void close() {}
}
