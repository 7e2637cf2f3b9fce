package io.flowfabric.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code ff server} as a process of its own, as supervisors run it. */
final class ServerProcess implements AutoCloseable {
    private final FfProcess process;
    private final int port;

    private ServerProcess(FfProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one and waits until it says where it listens. */
    static ServerProcess start(String store) throws IOException {
        var process = FfProcess.start("server", "--store", store, "--listen", "127.0.0.1:0");
        String serving = process.awaitLine(line -> line.startsWith("ff: serving "));
        return new ServerProcess(process, Integer.parseInt(serving.replaceAll(".*:(\\d+)\\..*", "$1")));
    }

    /** Asks it to stop. */
    void terminate() {
        process.terminate();
    }

    int exitCode() throws InterruptedException {
        return process.exitCode();
    }

    boolean accepts() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    /** A request that the server has begun to handle. */
    Connection send(String head, String body) throws IOException {
        return new Connection(new Socket(InetAddress.getLoopbackAddress(), port), head, body);
    }

    static final class Connection implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader reader;

        /** The server says that it goes on before it gets the body, so that the request is under way then. */
        private Connection(Socket socket, String head, String body) throws IOException {
            this.socket = socket;
            socket.setSoTimeout(60_000);
            reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String expect = body.isEmpty()
                    ? ""
                    : "Content-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n"
                            .formatted(body.length());
            write("%s\r\nHost: localhost\r\n%s\r\n".formatted(head, expect));
            if (!body.isEmpty()) {
                String status = reader.readLine();
                if (!status.contains(" 100 ")) {
                    throw new IOException("expected to go on, but the server said " + status);
                }
                reader.readLine();
                write(body.replace('\'', '"'));
            }
        }

        private void write(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
        }

        String line() throws IOException {
            return reader.readLine();
        }

        /** Everything up to the end of the connection. */
        List<String> rest() {
            return reader.lines().toList();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
