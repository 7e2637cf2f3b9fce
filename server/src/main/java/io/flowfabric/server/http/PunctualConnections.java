package io.flowfabric.server.http;

import java.io.IOException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnection;
import org.eclipse.jetty.server.HttpConnectionFactory;

/**
 * Connections whose client must bring the head of a request and take its answer within a time each, however steadily they
 * trickle. Jetty's own limit begins anew with each byte. No clock runs: a client is looked at when its next bytes come or
 * go, and one of which none do is silent.
 */
public final class PunctualConnections extends HttpConnectionFactory {
    private final Patience patience;

    /** @param patience how long a head and an answer may take, from their first bytes on */
    public PunctualConnections(HttpConfiguration http, Patience patience) {
        super(http);
        this.patience = patience;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        var connection = new Punctual(this, connector, endPoint);
        connection.setUseInputDirectByteBuffers(isUseInputDirectByteBuffers());
        connection.setUseOutputDirectByteBuffers(isUseOutputDirectByteBuffers());
        return configure(connection, connector, endPoint);
    }

    /** Used by one thread at a time. */
    private static final class Punctual extends HttpConnection {
        private final Patience patience;
        private long begunNanos;
        private long requestsBefore;
        private long answerBegunNanos;
        private long answered;

        Punctual(PunctualConnections factory, Connector connector, EndPoint endPoint) {
            super(factory.getHttpConfiguration(), connector, endPoint, factory.isRecordHttpComplianceViolations());
            this.patience = factory.patience;
        }

        @Override
        public void onFillable() {
            long now = System.nanoTime();
            if (!isInsideAHead() || getMessagesIn() != requestsBefore) {
                begunNanos = now;
                requestsBefore = getMessagesIn();
            } else if (now - begunNanos > patience.head().toNanos()) {
                close();
                return;
            }
            super.onFillable();
        }

        /** Some bytes of an answer have left, and whoever writes it may have waited for that. */
        @Override
        public void onFlushed(long bytes) throws IOException {
            super.onFlushed(bytes);
            if (!getHttpChannel().isCommitted()) {
                // The client was only told to go on.
                return;
            }
            long now = System.nanoTime();
            if (getMessagesIn() != answered) {
                answerBegunNanos = now;
                answered = getMessagesIn();
            } else if (now - answerBegunNanos > patience.answer().toNanos() && isWaitedFor()) {
                var tooSlow = new IOException("The client took longer than %d seconds to read its answer"
                        .formatted(patience.answer().toSeconds()));
                getHttpChannel().abort(tooSlow);
                throw tooSlow;
            }
        }

        /** A feed is written by nobody in particular. */
        private boolean isWaitedFor() {
            return !getHttpChannel().getResponse().getHttpOutput().isAsync();
        }

        private boolean isInsideAHead() {
            return getParser().inHeaderState() && !getParser().isStart();
        }
    }
}
