package io.flowfabric.bench.place;

/** An empty place for one run. Closing it removes it and all that was written there. */
public sealed interface Place extends AutoCloseable permits PostgresPlace, SqlitePlace {

    /** The kind of store, as reports call it. */
    String store();

    /** Where FlowFabric finds it. */
    String address();

    @Override
    void close();
}
