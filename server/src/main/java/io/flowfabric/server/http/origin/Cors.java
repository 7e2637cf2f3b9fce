package io.flowfabric.server.http.origin;

import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.RequestStep;
import java.util.regex.Pattern;

/**
 * Tells browsers which pages may call the server, and answers their preflights, which carry no key. Other pages get no
 * CORS headers; {@link CrossSiteGuard} refuses their requests.
 */
public final class Cors implements RequestStep {
    private static final String ANY = "*";
    private static final String METHODS = "GET, POST, PUT";
    private static final String EXPOSED = "x-request-id, retry-after";
    private static final String HEADERS = "content-type, ff-bytes, last-event-id";

    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_, -]{1,1024}");

    private final AllowedOrigins origins;
    private final String headers;

    /** @param withKeys whether pages may send a key */
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

    /** The headers that the page wants to send: the wildcard does not cover the Authorization header. */
    private static String asked(Exchange exchange) {
        return exchange.header("Access-Control-Request-Headers")
                .filter(names -> NAMES.matcher(names).matches())
                .orElse(ANY);
    }
}
