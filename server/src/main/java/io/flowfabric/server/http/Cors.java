package io.flowfabric.server.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says which pages in browsers may talk to the server, and answers their preflights, which carry no key. */
public final class Cors implements Step {
    private static final Logger LOG = LoggerFactory.getLogger(Cors.class);
    private static final String ANY = "*";
    private static final String METHODS = "GET, POST, PUT";
    private static final String EXPOSED = "x-request-id, retry-after";
    private static final String HEADERS = "content-type, ff-bytes, last-event-id";

    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_, -]{1,1024}");

    private final List<String> origins;
    private final String headers;

    /**
     * @param origins those allowed; {@code *} allows all
     * @param withKeys whether pages may send a key along
     * @throws IllegalArgumentException if origins are given and none can be one
     */
    public Cors(List<String> origins, boolean withKeys) {
        this.origins = origins.stream().filter(Cors::isHeaderValue).toList();
        if (this.origins.size() < origins.size()) {
            LOG.warn("FF_CORS_ORIGINS: those that cannot be the value of a header are left out; {} stay", this.origins);
        }
        this.headers = withKeys ? HEADERS + ", authorization" : HEADERS;
        if (this.origins.isEmpty() && !origins.isEmpty()) {
            throw new IllegalArgumentException(
                    "FF_CORS_ORIGINS: none of %s can be the value of a header".formatted(origins));
        }
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        var origin = exchange.header("Origin");
        if (origin.isEmpty()) {
            next.handle(exchange);
            return;
        }
        boolean any = origins.contains(ANY);
        Optional<String> allowed = any ? Optional.of(ANY) : origin.filter(origins::contains);
        allowed.ifPresent(value -> exchange.answerHeader("Access-Control-Allow-Origin", value));
        allowed.ifPresent(value -> exchange.answerHeader("Access-Control-Expose-Headers", EXPOSED));
        if (!any) {
            exchange.answerHeader("Vary", "Origin");
        }
        if (!exchange.method().equals("OPTIONS")
                || exchange.header("Access-Control-Request-Method").isEmpty()) {
            next.handle(exchange);
            return;
        }
        if (allowed.isPresent()) {
            exchange.answerHeader("Access-Control-Allow-Methods", any ? ANY : METHODS);
            exchange.answerHeader("Access-Control-Allow-Headers", any ? asked(exchange) : headers);
        }
        exchange.answerEmpty(200);
    }

    /** Whatever the page would like to send: browsers do not take the wildcard for a key. */
    private static String asked(Exchange exchange) {
        return exchange.header("Access-Control-Request-Headers")
                .filter(names -> NAMES.matcher(names).matches())
                .orElse(ANY);
    }

    private static boolean isHeaderValue(String origin) {
        return !origin.isEmpty() && origin.chars().allMatch(c -> c > 0x20 && c < 0x7F);
    }
}
