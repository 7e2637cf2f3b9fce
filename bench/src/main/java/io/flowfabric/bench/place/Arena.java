package io.flowfabric.bench.place;

/** Where places come from: a PostgreSQL server, or a directory for SQLite files. Safe for use by any thread. */
public sealed interface Arena extends AutoCloseable permits PostgresHost, SqliteDirectory {

    /** The kind of store, as reports call it. */
    String store();

    /** A new, empty place. The caller closes it. */
    Place fresh();

    /** Removes the places that are still open. */
    @Override
    void close();
}
