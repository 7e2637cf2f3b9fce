package io.flowfabric.server.http;

import java.util.regex.Pattern;

/**
 * Tells browsers which pages may talk to the server, and answers their preflights, which carry no key. Other pages are
 * told nothing; {@link CrossSiteGuard} refuses what they send.
 */
public final class Cors implements Step {
    private static final String ANY = "*";
    private static final String METHODS = "GET, POST, PUT";
    private static final String EXPOSED = "x-request-id, retry-after";
    private static final String HEADERS = "content-type, ff-bytes, last-event-id";

    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_, -]{1,1024}");

    private final AllowedOrigins origins;
    private final String headers;

    /** @param withKeys whether pages may send a key along */
    public Cors(AllowedOrigins origins, boolean withKeys) {
        this.origins = origins;
        this.headers = withKeys ? HEADERS + ", authorization" : HEADERS;
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        var allowed = exchange.header("Origin").filter(origins::allows);
        if (!origins.values().isEmpty() && !origins.any()) {
            exchange.answerHeader("Vary", "Origin");
        }
        if (allowed.isEmpty()) {
            next.handle(exchange);
            return;
        }
        exchange.answerHeader("Access-Control-Allow-Origin", origins.any() ? ANY : allowed.get());
        exchange.answerHeader("Access-Control-Expose-Headers", EXPOSED);
        if (!isPreflight(exchange)) {
            next.handle(exchange);
            return;
        }
        exchange.answerHeader("Access-Control-Allow-Methods", origins.any() ? ANY : METHODS);
        exchange.answerHeader("Access-Control-Allow-Headers", origins.any() ? asked(exchange) : headers);
        exchange.answerEmpty(200);
    }

    private static boolean isPreflight(Exchange exchange) {
        return exchange.method().equals("OPTIONS")
                && exchange.header("Access-Control-Request-Method").isPresent();
    }

    /** Whatever the page would like to send: browsers do not take the wildcard for a key. */
    private static String asked(Exchange exchange) {
        return exchange.header("Access-Control-Request-Headers")
                .filter(names -> NAMES.matcher(names).matches())
                .orElse(ANY);
    }
}
