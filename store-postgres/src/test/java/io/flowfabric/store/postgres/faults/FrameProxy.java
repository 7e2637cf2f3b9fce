package io.flowfabric.store.postgres.faults;

import io.flowfabric.store.postgres.faults.Aim.Direction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes the messages of PostgreSQL's protocol between clients and a server, and breaks one connection at a chosen
 * message. It counts the messages of all its connections together, from the moment it is armed, and fires once. Safe for
 * use by any thread.
 */
final class FrameProxy implements AutoCloseable {
    private static final int BACKLOG = 50;

    private final ServerSocket door;
    private final InetAddress server;
    private final int serverPort;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private Optional<Aim> aim = Optional.empty();
    private int passed;
    private boolean fired;

    private FrameProxy(InetAddress server, int serverPort) throws IOException {
        this.server = server;
        this.serverPort = serverPort;
        this.door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    }

    /** Begins to listen on a port of its own, for clients of the server of an address. */
    static FrameProxy inFrontOf(String address) throws IOException {
        var direct = URI.create(address);
        var proxy = new FrameProxy(InetAddress.getByName(direct.getHost()), direct.getPort());
        var thread = new Thread(proxy::accept, "frame-proxy");
        thread.setDaemon(true);
        thread.start();
        return proxy;
    }

    /** The address by which clients come here that the server has at another one. */
    String address(String direct) {
        // Encryption is negotiated by messages of another form.
        return direct.replace(":" + serverPort + "/", ":" + door.getLocalPort() + "/")
                + "&sslmode=disable&gssEncMode=disable";
    }

    /** Begins to count; what was aimed at before is forgotten. */
    synchronized void arm(Aim at) {
        aim = Optional.of(at);
        passed = 0;
        fired = false;
    }

    /** Stops counting. */
    synchronized void disarm() {
        aim = Optional.empty();
    }

    /** How many messages went in the direction of the aim since it was armed last. */
    synchronized int passed() {
        return passed;
    }

    /** Whether the fault has happened since it was armed last. */
    synchronized boolean hasFired() {
        return fired;
    }

    /** What is to happen to the next message of a connection. */
    synchronized Optional<Aim.Fault> next(Direction direction) {
        if (fired || aim.isEmpty() || aim.get().direction() != direction) {
            return Optional.empty();
        }
        passed++;
        fired = passed == aim.get().message();
        return fired ? aim.map(Aim::fault) : Optional.empty();
    }

    /** Cuts every connection, the frozen ones included. */
    void cutAll() {
        connections.forEach(ProxiedConnection::close);
    }

    /** Cuts the connection that the fault has frozen. */
    void cutFrozen() {
        connections.stream().filter(ProxiedConnection::isFrozen).forEach(ProxiedConnection::close);
    }

    void forget(ProxiedConnection ended) {
        connections.remove(ended);
    }

    @Override
    public void close() throws IOException {
        door.close();
        cutAll();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                try {
                    var connection = new ProxiedConnection(this, client, new Socket(server, serverPort));
                    connections.add(connection);
                    connection.start();
                } catch (IOException unreachable) {
                    client.close();
                }
            } catch (IOException closed) {
                return;
            }
        }
    }
}
