package io.flowfabric.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/** A plain socket to a server, to do what a proper HTTP client would not. */
final class Wire implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader reader;

    Wire(InetSocketAddress server) throws IOException {
        this(server, 65_536);
    }

    /** @param receiveBuffer how many bytes the server may send before they are read, about */
    Wire(InetSocketAddress server, int receiveBuffer) throws IOException {
        this(connected(server, receiveBuffer));
    }

    /** Uses an open connection, and owns it from then on. */
    private Wire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(60_000);
        reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The same over TLS, to a server with a certificate for {@code localhost}. */
    static Wire secure(InetSocketAddress server, int receiveBuffer, SSLContext trust) throws IOException {
        var plain = connected(server, receiveBuffer);
        return new Wire(trust.getSocketFactory().createSocket(plain, "localhost", server.getPort(), true));
    }

    private static Socket connected(InetSocketAddress server, int receiveBuffer) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(receiveBuffer);
        socket.setTcpNoDelay(true);
        socket.connect(server);
        return socket;
    }

    /** Sends lines as they are, and an empty one after them. */
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
                        "Host: localhost",
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

    /** So many characters of the rest; fewer if that is all. */
    String text(int characters) throws IOException {
        var text = new StringBuilder();
        for (int next = 0; text.length() < characters && next >= 0; ) {
            next = reader.read();
            if (next >= 0) {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    Wire bytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** The whole answer, with its body decoded from chunks. */
    RawAnswer answer() throws IOException {
        var head = block();
        int length = head.stream()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
        return new RawAnswer(Integer.parseInt(head.get(0).split(" ")[1]), head, text(length));
    }

    /** The status of an answer whose body is discarded. */
    int skippedStatus() throws IOException {
        return skim("").status();
    }

    /** The ids of executions in an answer whose rest is discarded; none in a refusal. */
    List<String> answeredIds(Set<Integer> expected) throws IOException {
        var skimmed = skim("\"execution_id\":\"");
        if (!expected.contains(skimmed.status())) {
            throw new AssertionError("answered with %d".formatted(skimmed.status()));
        }
        return skimmed.texts();
    }

    private record Skimmed(int status, List<String> texts) {}

    /** Scans an answer, and keeps the texts that follow a mark, up to their quote. */
    private Skimmed skim(String mark) throws IOException {
        var head = block();
        long left = head.stream()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("content-length:"))
                .mapToLong(line -> Long.parseLong(line.substring(15).strip()))
                .findFirst()
                .orElseThrow();
        var texts = new ArrayList<String>();
        int seen = 0;
        for (; left > 0; left--) {
            int next = reader.read();
            if (next < 0) {
                throw new IOException("the server ended the answer %d characters early".formatted(left));
            }
            seen = mark.isEmpty() ? -1 : next == mark.charAt(seen) ? seen + 1 : next == '"' ? 1 : 0;
            if (seen == mark.length()) {
                var text = new StringBuilder();
                for (next = reader.read(), left--; next != '"'; next = reader.read(), left--) {
                    text.append((char) next);
                }
                texts.add(text.toString());
                seen = 0;
            }
        }
        return new Skimmed(Integer.parseInt(head.get(0).split(" ")[1]), texts);
    }

    record RawAnswer(int status, List<String> head, String body) {}

    /** Closes the output, but goes on reading. */
    Wire endOfRequest() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Whether the server has closed the connection; waits until it has sent something or closed it. */
    boolean isEnded() throws IOException {
        try {
            return reader.read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    /** Whether the server has closed the connection, or does so soon; discards what it sends meanwhile. */
    boolean isEndedWithin(Duration time) throws IOException {
        int usual = socket.getSoTimeout();
        socket.setSoTimeout((int) time.toMillis());
        try {
            return isEnded();
        } catch (SocketTimeoutException open) {
            return false;
        } finally {
            socket.setSoTimeout(usual);
        }
    }

    /** The whole answer; empty if the server closes the connection without one. */
    Optional<RawAnswer> answerUnlessEnded() throws IOException {
        try {
            reader.mark(1);
            if (reader.read() < 0) {
                return Optional.empty();
            }
            reader.reset();
        } catch (SocketException reset) {
            return Optional.empty();
        }
        return Optional.of(answer());
    }

    /** Resets the connection, so that further writes of the server fail. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Closes the connection. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
