package io.flowfabric.store.postgres;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Peal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rings in other processes, after the commit and in a transaction of its own: a NOTIFY inside the transaction would make
 * all commits of the server wait for each other. Whatever was rung since the last notification goes out as one.
 */
final class Ringer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ringer.class);

    /** A lost ring does no harm, so nobody waits for the disk. */
    private static final String NOTIFY = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(?, ?)";

    /** At most this often: a burst of commits is one ring. */
    static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    /** A server that does not answer for so long is silent, and the connection is given up. */
    private static final Duration LONGEST_RING = Duration.ofSeconds(5);

    /** So long the last ring may take. Where the server is away it would wait for a connection, and do no good. */
    private static final Duration LAST_RING = Duration.ofMillis(500);

    private final DataSource dataSource;
    private final String channel;
    private final String sender;
    private final LongSupplier nanoTime;
    private final Thread thread;
    private final AtomicReference<Peal> pending = new AtomicReference<>(Peal.NONE);
    private final AtomicBoolean home = new AtomicBoolean();
    private volatile boolean closed;

    /** @param sender who rings, so that a process does not wake itself */
    Ringer(DataSource dataSource, String channel, String sender) {
        this(dataSource, channel, sender, System::nanoTime);
    }

    Ringer(DataSource dataSource, String channel, String sender, LongSupplier nanoTime) {
        this.dataSource = dataSource;
        this.channel = channel;
        this.sender = sender;
        this.nanoTime = nanoTime;
        this.thread = new Thread(new BackgroundLoop("postgres-ringer", this::run), "flowfabric-postgres-ringer");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void ring(Peal peal) {
        if (pending.getAndAccumulate(peal, Peal::and).equals(Peal.NONE)) {
            LockSupport.unpark(thread);
        }
    }

    /** Rings for this process alone: its listener hears it, and others take it for nothing. */
    void ringHome() {
        home.set(true);
        LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(LAST_RING.toMillis());
            thread.interrupt();
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            if (sendPending()) {
                rest(nanoTime.getAsLong() + PAUSE_NANOS);
            } else {
                LockSupport.park(this);
            }
        }
        sendPending();
    }

    private boolean sendPending() {
        var peal = pending.getAndSet(Peal.NONE);
        boolean any = home.getAndSet(false) || !peal.equals(Peal.NONE);
        if (any) {
            send(peal);
        }
        return any;
    }

    /** Every ring in the meantime ends a park, so the time is looked at again. */
    private void rest(long untilNanos) {
        long left = untilNanos - nanoTime.getAsLong();
        while (left > 0 && !closed) {
            LockSupport.parkNanos(this, left);
            left = untilNanos - nanoTime.getAsLong();
        }
    }

    private void send(Peal peal) {
        try (var borrowed = BorrowedConnection.by(Deadline.in(LONGEST_RING), dataSource);
                PreparedStatement statement = borrowed.connection().prepareStatement(NOTIFY)) {
            statement.setString(1, channel);
            statement.setString(2, PealText.of(sender, peal));
            statement.execute();
        } catch (SQLException lost) {
            LOG.debug("A doorbell could not be rung; whoever waits will look by itself", lost);
        }
    }
}
