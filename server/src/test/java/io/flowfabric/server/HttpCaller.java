package io.flowfabric.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;

/** Calls operations as any program would: with JSON text over HTTP. */
final class HttpCaller {
    static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client;
    private final String server;
    private final Optional<String> token;

    HttpCaller(InetSocketAddress server) {
        this(client(), "http://%s:%d".formatted(server.getHostString(), server.getPort()), Optional.empty());
    }

    /** Calls over TLS, to a server with a certificate for {@code localhost}. */
    static HttpCaller secure(InetSocketAddress server, SSLContext trust) {
        var client = builder().sslContext(trust).build();
        return new HttpCaller(client, "https://localhost:%d".formatted(server.getPort()), Optional.empty());
    }

    /**
     * A client with a single internal thread. With several, the JDK's client loses an answer now and then: the watch
     * over an idle connection, started by one thread, takes the first bytes of another's answer for unexpected data,
     * and closes the connection.
     */
    static HttpClient client() {
        return builder().build();
    }

    private static HttpClient.Builder builder() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(20))
                .executor(Runnable::run);
    }

    private HttpCaller(HttpClient client, String server, Optional<String> token) {
        this.client = client;
        this.server = server;
        this.token = token;
    }

    /** The same with a key, over the same connections. */
    HttpCaller with(String key) {
        return new HttpCaller(client, server, Optional.of(key));
    }

    /** Calls an operation; quotes in the arguments may be single. */
    HttpAnswer call(String operation, String arguments) {
        return later(operation, arguments).join();
    }

    CompletableFuture<HttpAnswer> later(String operation, String arguments) {
        return send(post(operation, arguments));
    }

    HttpRequest.Builder post(String operation, String arguments) {
        return request("/v1/ops/" + operation)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(arguments.replace('\'', '"')));
    }

    HttpAnswer get(String path) {
        return send(request(path)).join();
    }

    /** A page as text. */
    HttpResponse<String> page(String path) {
        return raw(request(path));
    }

    HttpResponse<String> raw(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), BodyHandlers.ofString()).join();
    }

    HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(server + path));
        token.ifPresent(key -> request.header("Authorization", "Bearer " + key));
        return request;
    }

    CompletableFuture<HttpAnswer> send(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), BodyHandlers.ofByteArray()).thenApply(HttpCaller::answer);
    }

    private static HttpAnswer answer(HttpResponse<byte[]> response) {
        return new HttpAnswer(response.statusCode(), parse(response.body()), response.headers());
    }

    private static JsonNode parse(byte[] body) {
        try {
            return body.length == 0 ? MissingNode.getInstance() : JSON.readTree(body);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
