package io.flowfabric.server.http;

import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.wire.JsonWeight;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;

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
    private static final int CHUNK = 8192;

    /** As bytes, as text and as arguments; what it weighs as a tree depends on what is in it. */
    private static final int COPIES = 3;

    /** Bodies up to this size are taken however full the memory is, so that leases are renewed behind large results. */
    private static final int SMALL = 1024;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** A quarter of the heap at most. */
    private final MemoryBudget budget = new MemoryBudget(2 * MemoryBudget.ofCalls());

    private final Duration patience;

    /** @param patience how long a body may take to arrive */
    public BodyLimit(Duration patience) {
        this.patience = patience;
    }

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
            passWithin(budget, exchange, next);
        } else {
            next.handle(exchange);
        }
    }

    /** A body that came in is kept until its request is answered or parked, as bytes and as what was read from them. */
    private void passWithin(MemoryBudget budget, Exchange exchange, Endpoint next) throws Exception {
        int limit = exchange.route().bodyLimit();
        long announced = exchange.request().getContentLengthLong();
        if (announced >= 0 && announced <= SMALL) {
            exchange.body(read(exchange.request().getInputStream(), SMALL));
            next.handle(exchange);
            return;
        }
        long weight = COPIES * (announced < 0 ? limit : announced);
        if (!budget.reserve(weight)) {
            throw full();
        }
        try {
            byte[] body = read(exchange.request().getInputStream(), limit);
            if (body.length > limit) {
                throw Problem.tooLarge(limit, exchange.route().template());
            }
            long whole = weight + JsonWeight.of(body);
            if (!budget.replace(weight, whole)) {
                throw full();
            }
            weight = whole;
            exchange.body(body);
            next.handle(exchange);
        } finally {
            budget.release(weight);
        }
    }

    private ResourceExhaustedException full() {
        return ResourceExhaustedException.ofMemory("request_bodies", budget.most(), RETRY_AFTER);
    }

    /** The whole body, or one byte more than the limit. */
    private byte[] read(ServletInputStream in, int limit) {
        var body = new ByteArrayOutputStream();
        var chunk = new byte[CHUNK];
        long begun = System.nanoTime();
        try {
            while (body.size() <= limit) {
                int read = in.read(chunk, 0, Math.min(CHUNK, limit + 1 - body.size()));
                if (read < 0) {
                    break;
                }
                body.write(chunk, 0, read);
                if (System.nanoTime() - begun > patience.toNanos()) {
                    throw Problem.tooSlow(body.size(), patience);
                }
            }
            return body.toByteArray();
        } catch (IOException | HttpException.RuntimeException broken) {
            throw broken.getCause() instanceof TimeoutException
                    ? Problem.tooSlow(body.size(), patience)
                    : Problem.invalidRequest(
                            400,
                            "malformed_request",
                            "the body ended or broke off after %d bytes; send as many as announced"
                                    .formatted(body.size()));
        }
    }
}
