package io.flowfabric.server.http;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Refuses what changes something and does not say that it is JSON, with or without a body: a form on a page of strangers
 * cannot say so, and a script must ask first.
 */
public final class JsonContentType implements Step {
    private static final Set<String> CHANGING = Set.of("POST", "PUT");
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
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return JSON.matcher(type).matches();
    }
}
