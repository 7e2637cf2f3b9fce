package io.flowfabric.sdk.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.http.HttpConnectTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A connection that carries one exchange after the other. The calling thread writes and reads, so that no thread has to
 * wake another; {@link #expireIfLate} ends an exchange from outside. Used by one thread at a time, except for that.
 */
final class ServerConnection {
    /** A longer piece would be copied to memory that the thread then keeps. */
    private static final int PIECE = 65_536;

    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final SocketChannel channel;
    private final AnswerInput in;
    private boolean lasting = true;

    /** When the exchange under way must have ended, or the idle connection is closed, by {@link System#nanoTime}. */
    private long expiresAt;

    private boolean inUse;
    private boolean expired;

    private ServerConnection(SocketChannel channel) {
        this.channel = channel;
        this.in = new AnswerInput(channel);
    }

    /** Connects; fails with a {@link ConnectException} or a time-out when the server cannot be reached. */
    static ServerConnection open(InetSocketAddress server, Duration timeout) throws IOException {
        if (server.isUnresolved()) {
            throw new ConnectException("no address is known for " + server.getHostString());
        }
        var channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(server, (int) Math.max(1, Math.min(Integer.MAX_VALUE, timeout.toMillis())));
            return new ServerConnection(channel);
        } catch (SocketTimeoutException late) {
            channel.close();
            throw new HttpConnectTimeoutException("no connection within %d ms".formatted(timeout.toMillis()));
        } catch (IOException failed) {
            channel.close();
            throw failed instanceof ConnectException ? failed : neverSent(failed);
        }
    }

    private static ConnectException neverSent(IOException failed) {
        var unreached = new ConnectException(failed.getMessage());
        unreached.initCause(failed);
        return unreached;
    }

    /** Sends a request and reads its answer. */
    Transport.Reply exchange(byte[] headUpToLength, byte[] body) throws IOException {
        lasting = false;
        in.begin();
        send(headUpToLength, body);
        var head = AnswerHead.read(in);
        byte[] read = in.body(head);
        lasting = head.lasting() && (head.chunked() || head.length() >= 0) && !in.hasMore();
        return new Transport.Reply(head.status(), read);
    }

    private void send(byte[] headUpToLength, byte[] body) throws IOException {
        byte[] length = Integer.toString(body.length).getBytes(StandardCharsets.US_ASCII);
        int small = Math.min(body.length, PIECE);
        var first = ByteBuffer.allocate(headUpToLength.length + length.length + END_OF_HEAD.length + small)
                .put(headUpToLength)
                .put(length)
                .put(END_OF_HEAD)
                .put(body, 0, small)
                .flip();
        write(first);
        for (int at = small; at < body.length; at += PIECE) {
            write(ByteBuffer.wrap(body, at, Math.min(PIECE, body.length - at)));
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Whether it can carry another exchange, as far as the last answer tells. */
    boolean isLasting() {
        return lasting;
    }

    /** Whether the server has kept it open, and quiet, while it was idle. */
    boolean isFresh() {
        try {
            channel.configureBlocking(false);
            int read = channel.read(ByteBuffer.allocate(1));
            channel.configureBlocking(true);
            return read == 0;
        } catch (IOException broken) {
            return false;
        }
    }

    /** An exchange begins, and must have ended by then. */
    synchronized void begin(long giveUpAt) {
        expiresAt = giveUpAt;
        inUse = true;
    }

    /** The exchange has ended; the connection may be idle until then. */
    synchronized void end(long idleUntil) {
        expiresAt = idleUntil;
        inUse = false;
    }

    synchronized long expiresAt() {
        return expiresAt;
    }

    /** Ends the exchange under way if its time is over. */
    synchronized void expireIfLate(long now) {
        if (inUse && expiresAt - now <= 0) {
            expired = true;
            close();
        }
    }

    /** Whether the exchange was ended because its time was over. */
    synchronized boolean isExpired() {
        return expired;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException unwilling) {
            // It is closed for us, and the system will find out.
            return;
        }
    }
}
