package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.server.auth.OwnNamespace;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.wire.Arguments;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The JSON that a request brings. */
public final class JsonBody {
    private static final Pattern JSON = Pattern.compile("application/([a-z0-9.!#$&^_-]+\\+)?json");

    private JsonBody() {}

    /** The body as JSON; an empty one is an empty object and needs no content type. The namespace of a bound
     * key is filled in. */
    public static JsonNode of(Exchange exchange) throws IOException {
        byte[] body = exchange.body();
        if (body.length > 0) {
            requireJsonType(exchange);
        }
        JsonNode tree = Arguments.tree(body);
        return exchange.route()
                .access()
                .operation()
                .map(operation -> OwnNamespace.fill(exchange.principal(), operation, tree))
                .orElse(tree);
    }

    /** The body as JSON; there must be one, and it must say that it is JSON. */
    public static JsonNode required(Exchange exchange) throws IOException {
        requireJsonType(exchange);
        if (exchange.body().length == 0) {
            throw Problem.invalidRequest(400, "malformed_json", "invalid JSON: Bad Request: the body is empty");
        }
        return Arguments.tree(exchange.body());
    }

    private static void requireJsonType(Exchange exchange) {
        if (!isJson(exchange.header("Content-Type").orElse(""))) {
            throw Problem.invalidRequest(415, "unsupported_media_type", "invalid JSON: Unsupported Media Type");
        }
    }

    private static boolean isJson(String contentType) {
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return JSON.matcher(type).matches();
    }
}
