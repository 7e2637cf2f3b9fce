package io.flowfabric.server.http;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.slf4j.MDC;

/** Gives every request an id, the client's own if it is well-formed; answer and log lines carry it. */
public final class RequestIds implements RequestStep {
    static final String HEADER = "X-Request-Id";
    private static final String LOGGED_AS = "request_id";

    /** The bits by which a UUID says that it is random. */
    private static final long VERSION = 0x4000L;

    private static final long VERSIONLESS = ~0xF000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long VARIANTLESS = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    /** Need not be hard to guess, and threads that mint ids by the secure generator wait for each other. */
    private static String mint() {
        var random = ThreadLocalRandom.current();
        return new UUID(random.nextLong() & VERSIONLESS | VERSION, random.nextLong() & VARIANTLESS | VARIANT)
                .toString();
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        String id = exchange.header(HEADER)
                .filter(given -> WELL_FORMED.matcher(given).matches())
                .orElseGet(RequestIds::mint);
        exchange.answerHeader(HEADER, id);
        MDC.put(LOGGED_AS, id);
        try {
            next.handle(exchange);
        } finally {
            MDC.remove(LOGGED_AS);
        }
    }
}
