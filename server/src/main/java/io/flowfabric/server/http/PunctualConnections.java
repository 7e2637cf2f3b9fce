package io.flowfabric.server.http;

import java.time.Duration;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Connections whose client must bring the head of a request within a time, however steadily it trickles. Jetty's own limit
 * begins anew with each byte. No clock runs: a client is looked at when its next bytes come, and one of which none do is
 * silent.
 */
public final class PunctualConnections extends HttpConnectionFactory {
    private final Duration head;

    /** @param head how long a head may take, from its first bytes on */
    public PunctualConnections(HttpConfiguration http, Duration head) {
        super(http);
        this.head = head;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return configure(new Punctual(getHttpConfiguration(), connector, endPoint), connector, endPoint);
    }

    /** Used by one thread at a time. */
    private final class Punctual extends HttpConnection {
        private long begunNanos;
        private long requestsBefore;

        Punctual(HttpConfiguration http, Connector connector, EndPoint endPoint) {
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
