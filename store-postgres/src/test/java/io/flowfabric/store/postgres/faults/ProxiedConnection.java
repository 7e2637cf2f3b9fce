package io.flowfabric.store.postgres.faults;

import io.flowfabric.store.postgres.faults.Aim.Direction;
import io.flowfabric.store.postgres.faults.Aim.Fault;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** One connection through a {@link FrameProxy}: a thread for each direction, which passes message by message. */
final class ProxiedConnection {
    private static final int LENGTH_BYTES = 4;

    private final FrameProxy proxy;
    private final Socket client;
    private final Socket server;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean frozen;

    ProxiedConnection(FrameProxy proxy, Socket client, Socket server) throws IOException {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
    }

    void start() {
        start(Direction.TO_SERVER, client, server);
        start(Direction.TO_CLIENT, server, client);
    }

    private void start(Direction direction, Socket from, Socket to) {
        var thread = new Thread(() -> pass(direction, from, to), "frame-proxy " + direction);
        thread.setDaemon(true);
        thread.start();
    }

    boolean isFrozen() {
        return frozen;
    }

    void close() {
        closed.countDown();
        closeQuietly(client);
        closeQuietly(server);
        proxy.forget(this);
    }

    private void pass(Direction direction, Socket from, Socket to) {
        try (var in = new DataInputStream(new BufferedInputStream(from.getInputStream()));
                var out = new DataOutputStream(new BufferedOutputStream(to.getOutputStream()))) {
            if (direction == Direction.TO_SERVER) {
                // The first message of a client has no type.
                passBody(in, out);
                out.flush();
            }
            while (true) {
                int type = in.read();
                if (type < 0 || !passMessage(direction, type, in, out)) {
                    return;
                }
                if (in.available() == 0) {
                    out.flush();
                }
            }
        } catch (IOException broken) {
            // The other end is told by close.
        } finally {
            close();
        }
    }

    /** Answers whether the connection goes on. */
    private boolean passMessage(Direction direction, int type, DataInputStream in, DataOutputStream out)
            throws IOException {
        var fault = proxy.next(direction);
        if (fault.isPresent() && fault.get() == Fault.FREEZE) {
            frozen = true;
        }
        if (frozen) {
            out.flush();
            awaitClose();
            return false;
        }
        if (fault.isPresent() && fault.get() == Fault.CUT_BEFORE) {
            out.flush();
            return false;
        }
        out.write(type);
        passBody(in, out);
        if (fault.isPresent()) {
            out.flush();
            return false;
        }
        return true;
    }

    private static void passBody(DataInputStream in, DataOutputStream out) throws IOException {
        int length = in.readInt();
        out.writeInt(length);
        out.write(in.readNBytes(length - LENGTH_BYTES));
    }

    private void awaitClose() {
        try {
            closed.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException broken) {
            // It is closed all the same.
        }
    }
}
