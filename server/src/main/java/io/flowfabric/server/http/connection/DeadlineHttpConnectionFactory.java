package io.flowfabric.server.http.connection;

import java.time.Duration;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Connections whose client must send the head of a request within a deadline, however steadily it sends. Jetty's own
 * limit restarts with each byte. There is no timer: the deadline is checked when the next bytes arrive, and a
 * connection without any is closed by the idle timeout.
 */
public final class DeadlineHttpConnectionFactory extends HttpConnectionFactory {
    private final Duration head;

    /** @param head how long a head may take, from its first bytes on */
    public DeadlineHttpConnectionFactory(HttpConfiguration http, Duration head) {
        super(http);
        this.head = head;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return configure(new DeadlineHttpConnection(getHttpConfiguration(), connector, endPoint), connector, endPoint);
    }

    /** Used by one thread at a time. */
    private final class DeadlineHttpConnection extends HttpConnection {
        private long begunNanos;
        private long requestsBefore;

        DeadlineHttpConnection(HttpConfiguration http, Connector connector, EndPoint endPoint) {
            super(http, connector, endPoint);
        }

        @Override
        public void onFillable() {
            long now = System.nanoTime();
            if (!isInsideAHead() || getMessagesIn() != requestsBefore) {
                begunNanos = now;
                requestsBefore = getMessagesIn();
            } else if (now - begunNanos > head.toNanos()) {
                close();
                return;
            }
            super.onFillable();
        }

        private boolean isInsideAHead() {
            return getParser().inHeaderState() && !getParser().isStart();
        }
    }
}
