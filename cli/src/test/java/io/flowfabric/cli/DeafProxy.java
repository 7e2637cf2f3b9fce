package io.flowfabric.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Stands before a PostgreSQL server as a pooler in transaction mode does for listeners: everything passes but
 * notifications.
 */
public final class DeafProxy implements AutoCloseable {
    private static final int NOTIFICATION = 'A';

    /** Asks for encryption; the answer is one byte, N for none. */
    private static final int SSL_REQUEST = 80_877_103;

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int serverPort;

    public DeafProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        begin(this::accept);
    }

    public int port() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void accept() throws IOException {
        while (true) {
            var client = socket.accept();
            begin(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException {
        try (client;
                var server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
            var in = new DataInputStream(client.getInputStream());
            int length = in.readInt();
            int request = in.readInt();
            if (request == SSL_REQUEST) {
                client.getOutputStream().write('N');
                length = in.readInt();
                request = in.readInt();
            }
            var out = new DataOutputStream(server.getOutputStream());
            out.writeInt(length);
            out.writeInt(request);
            begin(() -> {
                try (server;
                        client) {
                    passOn(
                            new DataInputStream(server.getInputStream()),
                            new DataOutputStream(client.getOutputStream()));
                }
            });
            in.transferTo(out);
        }
    }

    /** Message by message: a type, a length that counts itself, and the rest. */
    private static void passOn(DataInputStream in, DataOutputStream out) throws IOException {
        for (int type = in.read(); type >= 0; type = in.read()) {
            int length = in.readInt();
            byte[] rest = in.readNBytes(length - Integer.BYTES);
            if (type != NOTIFICATION) {
                out.write(type);
                out.writeInt(length);
                out.write(rest);
                out.flush();
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void begin(Work work) {
        var thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException ended) {
                        // Either side has closed its connection, or the proxy its socket.
                    }
                },
                "deaf-proxy");
        thread.setDaemon(true);
        thread.start();
    }
}
