package io.flowfabric.store.sqlite.writer;

import java.util.concurrent.CompletionException;

/** Reads through the writer, for a database in memory: it exists in the writer's connection only. */
record WriterReads(GroupCommitWriter writer) implements SnapshotReads {

    @Override
    public <T> T read(ReadUnit<T> unit, long deadlineNanos) {
        try {
            return writer.submitRead(unit, deadlineNanos).join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (failed.getCause() instanceof Error cause) {
                throw cause;
            }
            throw failed;
        }
    }

    /** Nothing to close: the connection is the writer's. */
    @Override
    public void close() {}
}
