package io.flowfabric.sdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flowfabric.engine.catalogue.Operation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A proxy between a client and a server that drops answers on request: the server has carried the call out, and the
 * client sees its connection end.
 */
public final class LossyLine implements AutoCloseable {
    private static final List<String> PASSED_ON = List.of("Content-Type", "FF-Bytes");

    private final String server;
    private final HttpServer listening;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Set<String> doomed = ConcurrentHashMap.newKeySet();
    private final Queue<String> carriedOut = new ConcurrentLinkedQueue<>();

    LossyLine(String server) throws IOException {
        this.server = server;
        this.listening = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        listening.setExecutor(threads);
        listening.createContext("/", this::pass);
        listening.start();
    }

    String address() {
        return "http://127.0.0.1:" + listening.getAddress().getPort();
    }

    /** Loses the answer to the next call of an operation, and to no other. */
    public void loseAnswerTo(Operation<?, ?> operation) {
        doomed.add(path(operation));
    }

    /** How often the server has answered an operation, whether or not the answer arrived. */
    public long answers(Operation<?, ?> operation) {
        return carriedOut.stream().filter(path(operation)::equals).count();
    }

    private static String path(Operation<?, ?> operation) {
        return "/v1/ops/" + operation.name();
    }

    private void pass(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        try (exchange) {
            var answer = ask(path, exchange);
            carriedOut.add(path);
            if (!doomed.remove(path)) {
                exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
                exchange.getResponseBody().write(answer.body());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<byte[]> ask(String path, HttpExchange exchange) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(server + path))
                .POST(BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
        for (String header : PASSED_ON) {
            request.header(header, exchange.getRequestHeaders().getFirst(header));
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    @Override
    public void close() {
        threads.shutdownNow();
        listening.stop(0);
    }
}
