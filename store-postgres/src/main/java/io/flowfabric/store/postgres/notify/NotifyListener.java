package io.flowfabric.store.postgres.notify;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.WakeUps;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the notifications of other processes on one connection, and rings the doorbells of this process for them. It
 * tests the connection by a notification of its own, at first and again after a long silence: a dead connection reports
 * nothing. Behind a pooler that hands out another connection for every transaction notifications never arrive; then all
 * doorbells are rung every second instead. A notification that is lost because its sender died is made up for by the
 * fallback poll.
 */
public final class NotifyListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NotifyListener.class);
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final Duration FALLBACK_POLL = Duration.ofSeconds(1);
    private static final Duration TRIAL = Duration.ofSeconds(2);

    /** A server that does not answer a statement for so long is silent, and the connection is given up. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(200);

    /**
     * Waiting for a notification cannot be interrupted, so closing sends one. As that may be lost, the listener waits
     * in slices; a slice costs no query.
     */
    private static final Duration SLICE = Duration.ofMillis(100);

    private final DataSource dataSource;
    private final String channel;
    private final String self;
    private final OutboxWatch here;
    private final NotifySender sender;
    private final Thread thread;
    private volatile boolean closed;
    private boolean loggedSilence;

    /**
     * @param self the name under which this process sends notifications
     * @param here wakes calls of this process
     * @param sender of this process; closed later
     */
    public NotifyListener(DataSource dataSource, String channel, String self, OutboxWatch here, NotifySender sender) {
        this.dataSource = dataSource;
        this.channel = channel;
        this.self = self;
        this.here = here;
        this.sender = sender;
        this.thread = new Thread(new BackgroundLoop("postgres-listener", this::run), "flowfabric-postgres-listener");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        sender.notifySelf();
        thread.interrupt();
        try {
            thread.join(TRIAL.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            try (Connection connection = dataSource.getConnection()) {
                try {
                    listen(connection);
                } finally {
                    leave(connection);
                }
            } catch (SQLException lost) {
                LOG.debug("The listening connection was lost", lost);
                pause(RECONNECT_PAUSE);
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        connection.setNetworkTimeout(Runnable::run, (int) SILENCE.toMillis());
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
        }
        boolean receives = receivesOwn(connection);
        if (!receives) {
            logSilence();
        }
        // Notifications of earlier commits were not received, or were taken for the one that tests the connection.
        here.wake(WakeUps.ALL);
        while (!closed) {
            if (receives) {
                receive(connection);
            } else {
                pause(FALLBACK_POLL);
                here.wake(WakeUps.ALL);
            }
        }
    }

    /** The next user of a pool's connection has not asked for notifications. */
    private void leave(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, 0);
        try (Statement statement = connection.createStatement()) {
            statement.execute("UNLISTEN " + channel);
        }
    }

    private void receive(Connection connection) throws SQLException {
        PGNotification[] received = await(connection, QUIET);
        wake(received);
        if (received.length == 0 && !closed && !receivesOwn(connection)) {
            throw new SQLException("the listening connection does not receive notifications any more");
        }
    }

    private boolean receivesOwn(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("NOTIFY " + channel + ", '" + self + "'");
        }
        PGNotification[] received = await(connection, TRIAL);
        wake(received);
        return received.length > 0;
    }

    /** The next notifications; none when the time is over or the listener is closed. */
    private PGNotification[] await(Connection connection, Duration wait) throws SQLException {
        var notifications = connection.unwrap(PGConnection.class);
        var deadline = Deadline.in(wait);
        while (!closed && !deadline.hasPassed()) {
            PGNotification[] received = notifications.getNotifications((int) SLICE.toMillis());
            if (received != null && received.length > 0) {
                return received;
            }
        }
        return new PGNotification[0];
    }

    private void wake(PGNotification[] received) {
        var wakeUps = WakeUps.NONE;
        for (PGNotification one : received) {
            wakeUps = wakeUps.and(NotifyPayload.read(one.getParameter(), self));
        }
        here.wake(wakeUps);
    }

    private void logSilence() {
        if (!loggedSilence) {
            loggedSilence = true;
            LOG.info(
                    "Notifications do not arrive, probably because of a pooler in transaction mode; "
                            + "polling for work every {} ms instead",
                    FALLBACK_POLL.toMillis());
        }
    }

    private void pause(Duration pause) {
        try {
            TimeUnit.MILLISECONDS.sleep(pause.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }
}
