package io.flowfabric.bench.store;

/**
 * Where stores for runs come from: a PostgreSQL server, or a directory for SQLite files. Safe for use by any thread.
 */
public sealed interface BenchStores extends AutoCloseable permits PostgresHost, SqliteDirectory {

    /** The kind of store, as reports call it. */
    String store();

    /** A new, empty store. The caller closes it. */
    BenchStore fresh();

    /** Removes the stores that are still open. */
    @Override
    void close();
}
