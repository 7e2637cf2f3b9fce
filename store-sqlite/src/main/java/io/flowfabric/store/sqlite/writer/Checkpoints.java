package io.flowfabric.store.sqlite.writer;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.store.sqlite.opening.CheckpointPace;
import io.flowfabric.store.sqlite.opening.LogState;
import io.flowfabric.store.sqlite.opening.SqliteConnections;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the log back into the file, on a thread and a connection of its own, so that commits do not wait for it. The connection is
 * open only while it is needed. What fails here is tried again after a later commit.
 */
final class Checkpoints implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    /** While one pass goes on, the log grows; the next one covers that, and soon there is nothing left, or little. */
    private static final int MOST_PASSES = 4;

    private final SqliteConnections connections;
    private final CheckpointPace pace = new CheckpointPace();
    private final Semaphore wanted = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    Checkpoints(SqliteConnections connections) {
        this.connections = connections;
        this.thread = new Thread(
                new BackgroundLoop("sqlite-checkpoints", this::work),
                "flowfabric-sqlite-checkpoints " + connections.name());
        thread.setDaemon(true);
    }

    /** Starts the thread; a database in memory has no log and needs none. */
    void start() {
        if (!connections.inMemory()) {
            thread.start();
        }
    }

    /**
     * Looks at the log after a commit of the writer, on its thread. The commit was made in any case, so this fails for nothing.
     *
     * @param state {@link LogState#QUERY} of the writer's connection
     * @param writeBack {@link LogState#WRITE_BACK} of the writer's connection
     */
    void committed(PreparedStatement state, PreparedStatement writeBack) {
        try {
            switch (pace.after(LogState.of(state))) {
                case BY_THE_WRITER -> pace.tried(LogState.of(writeBack));
                case BESIDE_THE_WRITER -> request();
                case NOTHING -> {}
            }
        } catch (SQLException unseen) {
            LOG.debug("The log could not be looked at", unseen);
        }
    }

    /** Ends the thread; a pass that is under way comes to its end. */
    @Override
    public void close() {
        closed = true;
        wanted.release();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException goOn) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void request() {
        if (wanted.availablePermits() == 0) {
            wanted.release();
        }
    }

    private void work() {
        while (!closed) {
            wanted.acquireUninterruptibly();
            wanted.drainPermits();
            if (!closed) {
                writeBack();
            }
        }
    }

    private void writeBack() {
        try (var connection = connections.openForCheckpoints();
                var statement = connection.prepareStatement(LogState.WRITE_BACK)) {
            int seen = 0;
            for (int pass = 0; pass < MOST_PASSES && !closed; pass++) {
                var log = LogState.of(statement);
                pace.tried(log);
                if (!log.isWrittenBack() || log.length() == seen) {
                    return;
                }
                seen = log.length();
            }
        } catch (SQLException failed) {
            LOG.debug("The log was not written back", failed);
        }
    }
}
