package io.flowfabric.bench.store;

/** An empty store for one run. Closing it removes it and all that was written there. */
public sealed interface BenchStore extends AutoCloseable permits PostgresBenchStore, SqliteBenchStore {

    /** The kind of store, as reports call it. */
    String store();

    /** Where FlowFabric finds it. */
    String address();

    @Override
    void close();
}
