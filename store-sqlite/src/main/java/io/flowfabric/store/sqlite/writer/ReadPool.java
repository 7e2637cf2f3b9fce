package io.flowfabric.store.sqlite.writer;

import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.store.sqlite.opening.SqliteConnections;
import io.flowfabric.store.sqlite.opening.SqliteErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few read connections of one file, opened when first needed and lent to one read at a time, the longest waiting
 * first. The connection used last is lent first, because its cache is warm.
 */
final class ReadPool implements SnapshotReads {

    private static final Logger LOG = LoggerFactory.getLogger(ReadPool.class);
    private static final String OP = "read";
    private static final String FAILED = "Nothing was read.";

    private final SqliteConnections connections;
    private final Semaphore permits;
    private final ConcurrentLinkedDeque<ReadSession> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** @param most how many connections are open at once */
    ReadPool(SqliteConnections connections, int most) {
        this.connections = connections;
        this.permits = new Semaphore(most, true);
    }

    @Override
    public <T> T read(ReadUnit<T> unit, long deadlineNanos) {
        long started = System.nanoTime();
        if (!takePermit(deadlineNanos)) {
            throw timeout(started);
        }
        try {
            requireOpen();
            return readWithConnection(unit, deadlineNanos);
        } catch (SQLException failed) {
            throw SqliteErrors.isBusy(failed)
                    ? timeout(started)
                    : SqliteErrors.typed(failed, connections.name(), FAILED);
        } finally {
            permits.release();
            closeIdleWhenClosed();
        }
    }

    /** Closes the idle connections now and those at work when they come back. Harmless when repeated. */
    @Override
    public void close() {
        closed = true;
        closeIdleWhenClosed();
    }

    private <T> T readWithConnection(ReadUnit<T> unit, long deadlineNanos) throws SQLException {
        while (true) {
            try {
                return readOnce(unit);
            } catch (SQLException failed) {
                if (!SqliteErrors.isBusy(failed) || Deadlines.passed(deadlineNanos)) {
                    throw failed;
                }
                BusyPause.park();
            }
        }
    }

    private <T> T readOnce(ReadUnit<T> unit) throws SQLException {
        ReadSession session = idle.pollFirst();
        if (session == null) {
            session = newSession();
        }
        boolean sound = false;
        try {
            T result = session.run(unit);
            sound = true;
            return result;
        } catch (SQLException failed) {
            sound = SqliteErrors.sparesConnection(failed) && failed.getSuppressed().length == 0;
            throw failed;
        } catch (RuntimeException thrownByUnit) {
            sound = thrownByUnit.getSuppressed().length == 0;
            throw thrownByUnit;
        } finally {
            if (sound) {
                idle.addFirst(session);
            } else {
                close(session);
            }
        }
    }

    private ReadSession newSession() throws SQLException {
        Connection connection = connections.openReader();
        try {
            return new ReadSession(connection);
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    private boolean takePermit(long deadlineNanos) {
        try {
            return permits.tryAcquire(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new UnavailableException(OP, "The thread was interrupted while it waited for a connection.");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new UnavailableException(OP, "The store is closed. Open it again.");
        }
    }

    private void closeIdleWhenClosed() {
        if (closed) {
            for (ReadSession session = idle.poll(); session != null; session = idle.poll()) {
                close(session);
            }
        }
    }

    private void close(ReadSession session) {
        try {
            session.close();
        } catch (SQLException failed) {
            LOG.warn("A read connection of {} could not be closed", connections.name(), failed);
        }
    }

    private static OperationTimeoutException timeout(long startedNanos) {
        return new OperationTimeoutException(OP, Duration.ofNanos(System.nanoTime() - startedNanos), false);
    }
}
