package io.flowfabric.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * How a server is reached.
 *
 * @param security how connections are secured; empty when they are not
 * @param timeout how long it may take until there is a connection, and again until it is secured
 */
record Dialling(ServerAddress server, Optional<SSLSocketFactory> security, Duration timeout) {

    /**
     * Connects a channel; the socket belongs to whoever closes the channel. The name of the server is looked up each time,
     * since one that comes back may be elsewhere.
     *
     * @throws NotReached if there is nobody
     * @throws SSLException if the connection cannot be secured
     */
    Socket connect(SocketChannel channel) throws IOException {
        int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
        var socket = channel.socket();
        try {
            var address = new InetSocketAddress(server.host(), server.port());
            if (address.isUnresolved()) {
                throw new UnknownHostException("no host \"%s\" is known".formatted(server.host()));
            }
            socket.setTcpNoDelay(true);
            socket.connect(address, millis);
            socket.setSoTimeout(millis);
            return security.isPresent() ? secured(security.get(), socket) : socket;
        } catch (SSLException insecure) {
            throw insecure;
        } catch (IOException nobody) {
            throw new NotReached(nobody);
        }
    }

    private Socket secured(SSLSocketFactory factory, Socket plain) throws IOException {
        var socket = (SSLSocket) factory.createSocket(plain, server.host(), server.port(), true);
        var parameters = socket.getSSLParameters();
        // Otherwise whoever has a certificate of a trusted authority could be taken for the server.
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }
}
