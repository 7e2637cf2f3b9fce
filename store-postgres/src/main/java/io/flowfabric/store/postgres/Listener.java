package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbells;
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
 * Hears the doorbells of other processes on one connection, and is the pulse: a look now and then, in case a ring was
 * lost. Whether rings arrive at all is tried by ringing itself; behind a pooler that hands out another connection for
 * every transaction they do not, and then the pulse beats faster.
 */
final class Listener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final Duration PULSE = Duration.ofSeconds(10);
    private static final Duration FAST_PULSE = Duration.ofSeconds(1);
    private static final Duration TRIAL = Duration.ofSeconds(2);
    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(200);

    /** Waiting for a ring cannot be interrupted, so it is done in slices; a slice costs no query. */
    private static final Duration SLICE = Duration.ofMillis(100);

    private final DataSource dataSource;
    private final String channel;
    private final String self;
    private final Doorbells doorbells;
    private final Thread thread;
    private volatile boolean closed;
    private boolean saidDeaf;

    /** @param self the name under which this process rings */
    Listener(DataSource dataSource, String channel, String self, Doorbells doorbells) {
        this.dataSource = dataSource;
        this.channel = channel;
        this.self = self;
        this.doorbells = doorbells;
        this.thread = new Thread(this::run, "flowfabric-postgres-listener");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
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
                listen(connection);
            } catch (SQLException lost) {
                LOG.debug("The doorbell's connection was lost", lost);
                pause(RECONNECT_PAUSE);
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
            statement.execute("NOTIFY " + channel + ", '" + self + "'");
        }
        var notifications = connection.unwrap(PGConnection.class);
        boolean hears = hearsItself(notifications);
        if (!hears) {
            sayDeaf();
        }
        // What was committed before this moment rang at a door where nobody stood, or was taken for our own ring.
        doorbells.ringAll();
        while (!closed) {
            if (hears) {
                hear(notifications);
            } else {
                pause(FAST_PULSE);
                doorbells.ringAll();
            }
        }
    }

    private void hear(PGConnection connection) throws SQLException {
        PGNotification[] rings = await(connection, PULSE);
        if (rings.length == 0 || !onlyOwn(rings)) {
            doorbells.ringAll();
        }
    }

    private boolean hearsItself(PGConnection connection) throws SQLException {
        return await(connection, TRIAL).length > 0;
    }

    /** The next rings; none when the time is over or the listener is closed. */
    private PGNotification[] await(PGConnection connection, Duration wait) throws SQLException {
        var patience = Deadline.in(wait);
        while (!closed && !patience.hasPassed()) {
            PGNotification[] rings = connection.getNotifications((int) SLICE.toMillis());
            if (rings != null && rings.length > 0) {
                return rings;
            }
        }
        return new PGNotification[0];
    }

    private boolean onlyOwn(PGNotification[] rings) {
        for (PGNotification ring : rings) {
            if (!self.equals(ring.getParameter())) {
                return false;
            }
        }
        return true;
    }

    private void sayDeaf() {
        if (!saidDeaf) {
            saidDeaf = true;
            LOG.info(
                    "Notifications do not arrive, probably because of a pooler in transaction mode; "
                            + "looking for work every {} ms instead",
                    FAST_PULSE.toMillis());
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
