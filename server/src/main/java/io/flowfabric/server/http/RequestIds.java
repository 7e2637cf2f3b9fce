package io.flowfabric.server.http;

import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.MDC;

/** Gives every request an id, the client's own if it is well-formed; answer and log lines carry it. */
public final class RequestIds implements RequestStep {
    static final String HEADER = "X-Request-Id";
    private static final String LOGGED_AS = "request_id";
    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        String id = exchange.header(HEADER)
                .filter(given -> WELL_FORMED.matcher(given).matches())
                .orElseGet(() -> UUID.randomUUID().toString());
        exchange.answerHeader(HEADER, id);
        MDC.put(LOGGED_AS, id);
        try {
            next.handle(exchange);
        } finally {
            MDC.remove(LOGGED_AS);
        }
    }
}
