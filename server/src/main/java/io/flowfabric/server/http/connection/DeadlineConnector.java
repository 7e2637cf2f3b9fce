package io.flowfabric.server.http.connection;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection.SslEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Accepts connections whose client must read an answer within a deadline, however steadily it reads, since a thread
 * waits for it. As in {@link DeadlineHttpConnectionFactory} there is no timer: the deadline is checked when the next
 * bytes are written, and a connection without any is closed by the idle timeout. Feeds block no thread, and have no
 * deadline.
 */
public final class DeadlineConnector extends ServerConnector {
    private final Duration answer;

    /** @param answer how long a client may take to read an answer */
    public DeadlineConnector(Server server, Duration answer, ConnectionFactory... factories) {
        super(server, factories);
        this.answer = answer;
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        var endPoint = new DeadlineEndPoint(channel, selector, key, getScheduler());
        endPoint.setIdleTimeout(getIdleTimeout());
        return endPoint;
    }

    /** Writes an answer while a thread waits for it. */
    public interface Writing {
        void run() throws IOException;
    }

    /**
     * Writes an answer to its client.
     *
     * @throws IOException when the client has gone, or reads too slowly
     */
    public static void write(HttpServletRequest request, Writing answer) throws IOException {
        var endPoint = socket(request);
        endPoint.begin();
        try {
            answer.run();
        } finally {
            endPoint.end();
        }
    }

    private static DeadlineEndPoint socket(HttpServletRequest request) {
        EndPoint endPoint = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        return (DeadlineEndPoint)
                (endPoint instanceof SslEndPoint secured
                        ? secured.getSslConnection().getEndPoint()
                        : endPoint);
    }

    private final class DeadlineEndPoint extends SocketChannelEndPoint {
        private volatile boolean waitedFor;
        private volatile long begunNanos;

        DeadlineEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
            super(channel, selector, key, scheduler);
        }

        void begin() {
            begunNanos = System.nanoTime();
            waitedFor = true;
        }

        void end() {
            waitedFor = false;
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            boolean done = super.flush(buffers);
            if (!done && waitedFor && System.nanoTime() - begunNanos > answer.toNanos()) {
                var tooSlow = new IOException(
                        "The client took longer than %d seconds to read its answer".formatted(answer.toSeconds()));
                // A connection with half an answer cannot serve another request.
                close(tooSlow);
                throw tooSlow;
            }
            return done;
        }
    }
}
