package io.flowfabric.sdk.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server that a test controls: it only accepts connections by itself. */
final class RawServer implements AutoCloseable {
    private final ServerSocket listening;
    private final BlockingQueue<Peer> peers = new LinkedBlockingQueue<>();

    RawServer() {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        var thread = new Thread(this::accept, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                peers.add(new Peer(listening.accept()));
            }
        } catch (IOException closed) {
            return;
        }
    }

    String address() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** The next connection, when there is one. */
    Peer next() throws InterruptedException {
        return peers.take();
    }

    boolean hasAnother() {
        return !peers.isEmpty();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Peer peer : peers) {
            peer.close();
        }
    }

    /** The other end of a connection. */
    static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        Peer(Socket socket) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
            this.out = socket.getOutputStream();
        }

        /** Waits for the head of a request; the body of what is sent here is {@code {}}. */
        void awaitRequest() throws IOException {
            var read = new StringBuilder();
            while (read.indexOf("\r\n\r\n{}") < 0) {
                int one = in.read();
                if (one < 0) {
                    throw new IOException("ended after " + read);
                }
                read.append((char) one);
            }
        }

        /** Waits until the client has ended the connection. */
        boolean isLeft() {
            try {
                return in.read() < 0;
            } catch (IOException reset) {
                return true;
            }
        }

        boolean isLeftWithin(Duration time) throws IOException {
            socket.setSoTimeout((int) time.toMillis());
            try {
                return in.read() < 0;
            } catch (SocketTimeoutException there) {
                return false;
            }
        }

        void say(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        void answer(String body) throws IOException {
            say("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(body.length(), body));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
