package io.flowfabric.server.http;

import java.time.Duration;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Connections whose client must bring the TLS handshake to its end within a time, however steadily it trickles. As with {@link
 * PunctualConnections} no clock runs: a client is looked at when its next bytes come.
 */
public final class PunctualHandshakes extends SslConnectionFactory {
    private final Duration handshake;

    /** @param handshake how long a handshake may take from the beginning of the connection on */
    public PunctualHandshakes(SslContextFactory.Server context, String nextProtocol, Duration handshake) {
        super(context, nextProtocol);
        this.handshake = handshake;
    }

    @Override
    protected SslConnection newSslConnection(Connector connector, EndPoint endPoint, SSLEngine engine) {
        return new Punctual(connector, endPoint, engine);
    }

    /** Used by one thread at a time. */
    private final class Punctual extends SslConnection implements SslHandshakeListener {
        private final long begunNanos = System.nanoTime();
        private volatile boolean shaken;

        Punctual(Connector connector, EndPoint endPoint, SSLEngine engine) {
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
            shaken = true;
        }

        @Override
        public void onFillable() {
            if (!shaken && System.nanoTime() - begunNanos > handshake.toNanos()) {
                close();
            } else {
                super.onFillable();
            }
        }
    }
}
