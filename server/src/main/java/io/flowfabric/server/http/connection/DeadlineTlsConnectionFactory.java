package io.flowfabric.server.http.connection;

import java.time.Duration;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Connections whose client must complete the TLS handshake within a deadline, however steadily it sends. As in {@link
 * DeadlineHttpConnectionFactory} there is no timer: the deadline is checked when the next bytes arrive.
 */
public final class DeadlineTlsConnectionFactory extends SslConnectionFactory {
    private final Duration handshake;

    /** @param handshake how long a handshake may take from the beginning of the connection */
    public DeadlineTlsConnectionFactory(SslContextFactory.Server context, String nextProtocol, Duration handshake) {
        super(context, nextProtocol);
        this.handshake = handshake;
    }

    @Override
    protected SslConnection newSslConnection(Connector connector, EndPoint endPoint, SSLEngine engine) {
        return new DeadlineTlsConnection(connector, endPoint, engine);
    }

    /** Used by one thread at a time. */
    private final class DeadlineTlsConnection extends SslConnection implements SslHandshakeListener {
        private final long begunNanos = System.nanoTime();
        private volatile boolean handshakeDone;

        DeadlineTlsConnection(Connector connector, EndPoint endPoint, SSLEngine engine) {
            super(
                    connector.getByteBufferPool(),
                    connector.getExecutor(),
                    getSslContextFactory(),
                    endPoint,
                    engine,
                    isDirectBuffersForEncryption(),
                    isDirectBuffersForDecryption());
            addHandshakeListener(this);
        }

        @Override
        public void handshakeSucceeded(Event event) {
            handshakeDone = true;
        }

        @Override
        public void onFillable() {
            if (!handshakeDone && System.nanoTime() - begunNanos > handshake.toNanos()) {
                close();
            } else {
                super.onFillable();
            }
        }
    }
}
