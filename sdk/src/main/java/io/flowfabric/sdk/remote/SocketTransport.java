package io.flowfabric.sdk.remote;

import io.flowfabric.sdk.internal.EarliestAlarm;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * HTTP/1.1 over plain sockets. A call uses a connection alone, the one that was used last; the thread that calls writes
 * and reads. One thread closes what has taken too long: a reading thread with a time-out of its own would need four more
 * system calls for each answer.
 */
final class SocketTransport implements Transport {
    /** Shorter than a server, or something in between, keeps an idle connection. */
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(30);

    private final RequestHeads heads;
    private final String host;
    private final int port;
    private final Duration connectTimeout;
    private final Deque<ServerConnection> idle = new ConcurrentLinkedDeque<>();
    private final Set<ServerConnection> open = ConcurrentHashMap.newKeySet();
    private final EarliestAlarm alarm = new EarliestAlarm(System::nanoTime);
    private final AtomicBoolean watched = new AtomicBoolean();
    private volatile boolean closed;

    SocketTransport(RequestHeads heads, ServerAddress address, Duration connectTimeout) {
        this.heads = heads;
        this.host = address.host();
        this.port = address.port();
        this.connectTimeout = connectTimeout;
    }

    @Override
    public Reply exchange(Request request) throws IOException, InterruptedException {
        long giveUpAt = System.nanoTime() + request.timeout().toNanos();
        try {
            var connection = connection(request.timeout());
            connection.begin(giveUpAt);
            watchUntil(giveUpAt);
            return exchange(connection, request);
        } catch (IOException lost) {
            // An interrupt closes the connection, and is reported in several ways.
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw lost;
        }
    }

    private Reply exchange(ServerConnection connection, Request request) throws IOException {
        try {
            return connection.exchange(heads.upToLength(request.operation()), request.body());
        } catch (IOException lost) {
            if (connection.isExpired()) {
                throw new HttpTimeoutException("no whole answer within %d ms"
                        .formatted(request.timeout().toMillis()));
            }
            throw lost;
        } finally {
            giveBack(connection);
        }
    }

    private ServerConnection connection(Duration timeout) throws IOException {
        for (var last = idle.pollFirst(); last != null; last = idle.pollFirst()) {
            if (last.isFresh()) {
                return last;
            }
            drop(last);
        }
        // The name is resolved each time, since the server may have moved.
        var connection = ServerConnection.open(new InetSocketAddress(host, port), shorter(timeout, connectTimeout));
        open.add(connection);
        return connection;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private void giveBack(ServerConnection connection) {
        long idleUntil = System.nanoTime() + LONGEST_IDLE.toNanos();
        connection.end(idleUntil);
        if (!connection.isLasting()) {
            drop(connection);
            return;
        }
        idle.addFirst(connection);
        if (closed) {
            closeIdle();
        } else {
            watchUntil(idleUntil);
        }
    }

    private void drop(ServerConnection connection) {
        open.remove(connection);
        connection.close();
    }

    private void watchUntil(long moment) {
        if (!watched.get() && watched.compareAndSet(false, true)) {
            var thread = new Thread(this::closeLate, "flowfabric-remote-watch");
            thread.setDaemon(true);
            thread.start();
        }
        alarm.set(moment);
    }

    private void closeLate() {
        while (alarm.await()) {
            long now = System.nanoTime();
            for (var connection : open) {
                long expiresAt = connection.expiresAt();
                if (expiresAt - now > 0) {
                    alarm.set(expiresAt);
                } else if (idle.remove(connection)) {
                    drop(connection);
                } else {
                    connection.expireIfLate(now);
                }
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        closeIdle();
        alarm.close();
    }

    private void closeIdle() {
        for (var last = idle.pollFirst(); last != null; last = idle.pollFirst()) {
            drop(last);
        }
    }
}
