package io.flowfabric.store.postgres;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.engine.store.Peal;
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
 * Hears the doorbells of other processes on one connection. Whether rings arrive is tried by ringing itself, at first and
 * again whenever it was quiet for long: a connection may be dead without anybody noticing. Behind a pooler that hands out
 * another connection for every transaction they never arrive, and then all bells are rung every second instead. That a
 * ring is lost because its sender died is made up for by whoever waits, who looks again now and then.
 */
final class Listener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final Duration PULSE = Duration.ofSeconds(1);
    private static final Duration TRIAL = Duration.ofSeconds(2);

    /** A server that does not answer a statement for so long is silent, and the connection is given up. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(200);

    /**
     * Waiting for a ring cannot be interrupted: whoever closes rings. As that may be lost, it is done in slices; a slice
     * costs no query.
     */
    private static final Duration SLICE = Duration.ofMillis(100);

    private final DataSource dataSource;
    private final String channel;
    private final String self;
    private final Doorbells doorbells;
    private final Ringer ringer;
    private final Thread thread;
    private volatile boolean closed;
    private boolean saidDeaf;

    /**
     * @param self the name under which this process rings
     * @param ringer of this process; closed later
     */
    Listener(DataSource dataSource, String channel, String self, Doorbells doorbells, Ringer ringer) {
        this.dataSource = dataSource;
        this.channel = channel;
        this.self = self;
        this.doorbells = doorbells;
        this.ringer = ringer;
        this.thread = new Thread(new BackgroundLoop("postgres-listener", this::run), "flowfabric-postgres-listener");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        ringer.ringHome();
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
                LOG.debug("The doorbell's connection was lost", lost);
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
        boolean hears = hearsItself(connection);
        if (!hears) {
            sayDeaf();
        }
        // What was committed before this moment rang at a door where nobody stood, or was taken for our own ring.
        doorbells.ringAll();
        while (!closed) {
            if (hears) {
                hear(connection);
            } else {
                pause(PULSE);
                doorbells.ringAll();
            }
        }
    }

    /** The next user of a pool's connection has not asked for rings. */
    private void leave(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, 0);
        try (Statement statement = connection.createStatement()) {
            statement.execute("UNLISTEN " + channel);
        }
    }

    private void hear(Connection connection) throws SQLException {
        PGNotification[] rings = await(connection, QUIET);
        ring(rings);
        if (rings.length == 0 && !closed && !hearsItself(connection)) {
            throw new SQLException("the doorbell's connection does not hear any more");
        }
    }

    private boolean hearsItself(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("NOTIFY " + channel + ", '" + self + "'");
        }
        PGNotification[] rings = await(connection, TRIAL);
        ring(rings);
        return rings.length > 0;
    }

    /** The next rings; none when the time is over or the listener is closed. */
    private PGNotification[] await(Connection connection, Duration wait) throws SQLException {
        var notifications = connection.unwrap(PGConnection.class);
        var patience = Deadline.in(wait);
        while (!closed && !patience.hasPassed()) {
            PGNotification[] rings = notifications.getNotifications((int) SLICE.toMillis());
            if (rings != null && rings.length > 0) {
                return rings;
            }
        }
        return new PGNotification[0];
    }

    private void ring(PGNotification[] rings) {
        var peal = Peal.NONE;
        for (PGNotification ring : rings) {
            peal = peal.and(PealText.read(ring.getParameter(), self));
        }
        doorbells.ring(peal);
    }

    private void sayDeaf() {
        if (!saidDeaf) {
            saidDeaf = true;
            LOG.info(
                    "Notifications do not arrive, probably because of a pooler in transaction mode; "
                            + "looking for work every {} ms instead",
                    PULSE.toMillis());
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
