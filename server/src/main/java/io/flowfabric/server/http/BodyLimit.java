package io.flowfabric.server.http;

import java.util.Set;

/** Reads the body, as far as the route allows: by what the client says of its length first, then while it comes in. */
public final class BodyLimit implements Step {
    /** For whole payloads. */
    public static final int LARGE = 1_048_576;

    /** For signals. */
    public static final int MEDIUM = 262_144;

    /** For everything else. */
    public static final int CONTROL = 65_536;

    /** For routes whose body is nobody's; it is not read. */
    static final int UNREAD = -1;

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS");

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        int limit = exchange.route().bodyLimit();
        if (limit == UNREAD) {
            next.handle(exchange);
            return;
        }
        var request = exchange.request();
        if (request.getContentLengthLong() > limit) {
            throw Problem.tooLarge(limit, exchange.route().template());
        }
        if (!WITHOUT_BODY.contains(exchange.method())) {
            byte[] body = request.getInputStream().readNBytes(limit + 1);
            if (body.length > limit) {
                throw Problem.tooLarge(limit, exchange.route().template());
            }
            exchange.body(body);
        }
        next.handle(exchange);
    }
}
