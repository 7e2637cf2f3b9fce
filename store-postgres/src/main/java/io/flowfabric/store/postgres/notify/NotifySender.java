package io.flowfabric.store.postgres.notify;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.store.postgres.transaction.BorrowedConnection;
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
 * Notifies other processes, after the commit and in a transaction of its own: a NOTIFY inside the transaction would
 * make all commits of the server wait for each other. All wake-ups since the last notification are sent as one.
 */
public final class NotifySender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NotifySender.class);

    /** A lost notification does no harm, so the commit does not wait for the disk. */
    private static final String NOTIFY = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(?, ?)";

    /** At most this often: a burst of commits is one notification. */
    static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    /** A server that does not answer for so long is silent, and the connection is given up. */
    private static final Duration LONGEST_SEND = Duration.ofSeconds(5);

    /** How long the last notification may take. While the server is down, it would only wait for a connection. */
    private static final Duration LAST_SEND = Duration.ofMillis(500);

    private final DataSource dataSource;
    private final String channel;
    private final String sender;
    private final LongSupplier nanoTime;
    private final Thread thread;
    private final AtomicReference<WakeUps> pending = new AtomicReference<>(WakeUps.NONE);
    private final AtomicBoolean home = new AtomicBoolean();
    private volatile boolean closed;

    /** @param sender the name of this process, which ignores its own notifications */
    public NotifySender(DataSource dataSource, String channel, String sender) {
        this(dataSource, channel, sender, System::nanoTime);
    }

    NotifySender(DataSource dataSource, String channel, String sender, LongSupplier nanoTime) {
        this.dataSource = dataSource;
        this.channel = channel;
        this.sender = sender;
        this.nanoTime = nanoTime;
        this.thread = new Thread(new BackgroundLoop("postgres-ringer", this::run), "flowfabric-postgres-ringer");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    void enqueue(WakeUps wakeUps) {
        if (pending.getAndAccumulate(wakeUps, WakeUps::and).equals(WakeUps.NONE)) {
            LockSupport.unpark(thread);
        }
    }

    /** Notifies this process alone: its listener receives it, and other processes ignore it. */
    void notifySelf() {
        home.set(true);
        LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(LAST_SEND.toMillis());
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
        var wakeUps = pending.getAndSet(WakeUps.NONE);
        boolean any = home.getAndSet(false) || !wakeUps.equals(WakeUps.NONE);
        if (any) {
            send(wakeUps);
        }
        return any;
    }

    /** Every wake-up in the meantime ends a park, so the time is checked again. */
    private void rest(long untilNanos) {
        long left = untilNanos - nanoTime.getAsLong();
        while (left > 0 && !closed) {
            LockSupport.parkNanos(this, left);
            left = untilNanos - nanoTime.getAsLong();
        }
    }

    private void send(WakeUps wakeUps) {
        try (var borrowed = BorrowedConnection.by(Deadline.in(LONGEST_SEND), dataSource);
                PreparedStatement statement = borrowed.connection().prepareStatement(NOTIFY)) {
            statement.setString(1, channel);
            statement.setString(2, NotifyPayload.of(sender, wakeUps));
            statement.execute();
        } catch (SQLException lost) {
            LOG.debug("A notification could not be sent; waiting calls are served by the fallback poll", lost);
        }
    }
}
