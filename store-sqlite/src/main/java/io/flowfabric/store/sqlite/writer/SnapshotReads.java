package io.flowfabric.store.sqlite.writer;

import io.flowfabric.store.sqlite.opening.SqliteConnections;

/** Reads of one database, each from one snapshot. May be called from any thread but the writer's. */
public interface SnapshotReads extends AutoCloseable {

    /**
     * The reads that suit the database: connections of their own for a file, the writer's for a database in memory.
     *
     * @param most how many connections of their own there are at once
     */
    static SnapshotReads of(SqliteConnections connections, GroupCommitWriter writer, int most) {
        return connections.inMemory() ? new WriterReads(writer) : new ReadPool(connections, most);
    }

    /**
     * Runs a read and waits for its answer.
     *
     * @param deadlineNanos a moment of {@link System#nanoTime()}
     * @throws io.flowfabric.model.error.OperationTimeoutException when no connection was free until the deadline
     * @throws io.flowfabric.model.error.TransportException when SQLite failed
     * @throws io.flowfabric.model.error.UnavailableException when the store is closed
     */
    <T> T read(ReadUnit<T> unit, long deadlineNanos);

    @Override
    void close();
}
