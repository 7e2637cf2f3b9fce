package io.flowfabric.sdk.remote;

import io.flowfabric.wire.BytesForm;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The head of each request: the same for all calls of an operation, except for the length of the body. */
final class RequestHeads {
    private final ServerAddress address;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, byte[]> byOperation = new ConcurrentHashMap<>();

    RequestHeads(ServerAddress address, Optional<String> key) {
        this.address = address;
        headers.put("Content-Type", "application/json");
        headers.put("FF-Bytes", BytesForm.RECORD.literal());
        key.ifPresent(text -> headers.put("Authorization", "Bearer " + text));
    }

    URI uri(String operation) {
        return address.of(operation);
    }

    /** The headers that every request has, beside those of the protocol. */
    Map<String, String> headers() {
        return headers;
    }

    /** The head of a request over HTTP/1.1, up to the value of {@code Content-Length}. */
    byte[] upToLength(String operation) {
        return byOperation.computeIfAbsent(operation, this::head);
    }

    private byte[] head(String operation) {
        var uri = uri(operation);
        var head = new StringBuilder("POST %s HTTP/1.1\r\nHost: %s\r\n".formatted(uri.getRawPath(), host(uri)));
        headers.forEach((name, value) -> head.append("%s: %s\r\n".formatted(name, value)));
        // A key is visible ASCII, and a URI is encoded.
        return head.append("Content-Length: ").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String host(URI uri) {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }
}
