package io.flowfabric.store.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rings in other processes, after the commit and in a transaction of its own: a NOTIFY inside the transaction would make
 * all commits of the server wait for each other. Whatever was rung since the last notification goes out as one.
 */
final class Ringer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ringer.class);
    private static final String NOTIFY = "SELECT pg_notify(?, ?)";

    /** At most this often: a burst of commits is one ring. */
    private static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    private final DataSource dataSource;
    private final String channel;
    private final String sender;
    private final Thread thread;
    private volatile boolean pending;
    private volatile boolean closed;

    /** @param sender who rings, so that a process does not wake itself */
    Ringer(DataSource dataSource, String channel, String sender) {
        this.dataSource = dataSource;
        this.channel = channel;
        this.sender = sender;
        this.thread = new Thread(this::run, "flowfabric-postgres-ringer");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void ring() {
        if (!pending) {
            pending = true;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            if (pending) {
                pending = false;
                send();
                LockSupport.parkNanos(this, PAUSE_NANOS);
            } else {
                LockSupport.park(this);
            }
        }
    }

    private void send() {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(NOTIFY)) {
            statement.setString(1, channel);
            statement.setString(2, sender);
            statement.execute();
        } catch (SQLException lost) {
            LOG.debug("A doorbell could not be rung; whoever waits will look by itself", lost);
        }
    }
}
