package io.flowfabric.server.http.origin;

import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.RequestStep;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Refuses changing requests without a JSON content type, with or without a body: a form on a foreign page cannot set
 * it, and a script needs a preflight for it.
 */
public final class JsonContentType implements RequestStep {
    private static final Set<String> CHANGING = Set.of("POST", "PUT");
    private static final String USUAL = "application/json";
    private static final Pattern JSON = Pattern.compile("application/([a-z0-9.!#$&^_-]+\\+)?json");

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        if (CHANGING.contains(exchange.method())
                && exchange.route().bodyLimit() != BodyLimit.UNREAD
                && !isJson(exchange.header("Content-Type").orElse(""))) {
            throw Problem.invalidRequest(415, "unsupported_media_type", "invalid JSON: Unsupported Media Type");
        }
        next.handle(exchange);
    }

    private static boolean isJson(String contentType) {
        if (contentType.equals(USUAL)) {
            return true;
        }
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return JSON.matcher(type).matches();
    }
}
