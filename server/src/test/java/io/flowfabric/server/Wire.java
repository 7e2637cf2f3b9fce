package io.flowfabric.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A bare socket to a server, for what a decent HTTP client would not do. */
final class Wire implements AutoCloseable {
    private final Socket socket = new Socket();
    private final BufferedReader reader;

    Wire(InetSocketAddress server) throws IOException {
        socket.setSoTimeout(20_000);
        socket.connect(server);
        reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Sends lines as they are, and an empty one behind them. */
    Wire head(String... lines) throws IOException {
        return text(String.join("\r\n", lines) + "\r\n\r\n");
    }

    Wire text(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return this;
    }

    /** Posts arguments to an operation; quotes may be single. */
    Wire post(String operation, String arguments) throws IOException {
        return head(
                        "POST /v1/ops/%s HTTP/1.1".formatted(operation),
                        "Host: x",
                        "Content-Type: application/json",
                        "Content-Length: " + arguments.length())
                .text(arguments.replace('\'', '"'));
    }

    /** The first line of the answer. */
    String status() throws IOException {
        return line();
    }

    String line() throws IOException {
        String line = reader.readLine();
        if (line == null) {
            throw new IOException("the server closed the connection");
        }
        return line;
    }

    /** Lines up to an empty one. */
    List<String> block() throws IOException {
        var lines = new ArrayList<String>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            lines.add(line);
        }
        return lines;
    }

    void skip(int characters) throws IOException {
        for (int i = 0; i < characters; i++) {
            reader.read();
        }
    }

    /** Ends the connection without a word. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
