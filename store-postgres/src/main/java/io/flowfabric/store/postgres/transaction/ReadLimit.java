package io.flowfabric.store.postgres.transaction;

import io.flowfabric.engine.Deadline;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.SQLException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a read at its deadline by cancelling the statement that is being carried out then. The driver's own timeout counts
 * in seconds. A cancel that comes too late finds no statement: the driver sends it only for one that is under way.
 */
final class ReadLimit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadLimit.class);

    private static final long IDLE_SECONDS = 10;

    /** One thread for all stores, which ends when nothing is read; a read that ends in time takes its entry along. */
    private static final ScheduledThreadPoolExecutor TIMER = new ScheduledThreadPoolExecutor(1, task -> {
        var thread = new Thread(task, "flowfabric-postgres-read-limits");
        thread.setDaemon(true);
        return thread;
    });

    static {
        TIMER.setRemoveOnCancelPolicy(true);
        TIMER.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        TIMER.allowCoreThreadTimeOut(true);
    }

    private final PostgresScope scope;
    private final Future<?> cancel;

    private ReadLimit(PostgresScope scope, Deadline deadline) {
        this.scope = scope;
        this.cancel = TIMER.schedule(this::cancel, deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    }

    static ReadLimit until(Deadline deadline, PostgresScope scope) {
        return new ReadLimit(scope, deadline);
    }

    <T> T run(PostgresTransactions.Work<T> work) throws SQLException {
        return UncheckedSql.unwrapping(() -> work.run(scope));
    }

    @Override
    public void close() {
        cancel.cancel(false);
    }

    private void cancel() {
        try {
            scope.cancel();
        } catch (SQLException unreachable) {
            LOG.debug("A statement could not be cancelled; its connection is given up instead", unreachable);
        }
    }
}
