package io.flowfabric.sdk.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server that handles each request as scripted, in order, and all further ones like the last. */
final class ScriptedServer implements AutoCloseable {
    /** How to handle a request. */
    interface Reply {
        void to(HttpExchange exchange) throws IOException;
    }

    /** Closes the connection without an answer. */
    static final Reply HANG_UP = HttpExchange::close;

    private final HttpServer server;
    private final Queue<Reply> script = new ConcurrentLinkedQueue<>();
    private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
    private final Queue<String> keys = new ConcurrentLinkedQueue<>();

    ScriptedServer(Reply... replies) {
        script.addAll(List.of(replies));
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    static Reply answering(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The bodies of the requests so far. */
    Queue<String> bodies() {
        return bodies;
    }

    /** The Authorization headers of the requests so far. */
    Queue<String> keys() {
        return keys;
    }

    private void handle(HttpExchange exchange) throws IOException {
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        var reply = script.size() > 1 ? script.remove() : script.element();
        reply.to(exchange);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
