package io.flowfabric.server.http;

import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.wire.JsonWeight;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;

/** Reads the body up to the limit of the route: checks the announced length first, then counts what arrives. */
public final class BodyLimit implements RequestStep {
    /** For whole payloads. */
    public static final int LARGE = Limits.REQUEST_BYTES;

    /** For signals. */
    public static final int MEDIUM = 262_144;

    /** For everything else. */
    public static final int CONTROL = 65_536;

    /** For routes that do not use a body; it is not read. */
    public static final int UNREAD = -1;

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS");
    private static final int CHUNK = 8192;

    /** As bytes, as text and as arguments; the weight as a tree depends on the content. */
    private static final int COPIES = 3;

    /** Bodies up to this size are read however full the memory is, so that leases are renewed behind large results. */
    private static final int SMALL = 1024;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** A quarter of the heap at most. */
    private final MemoryBudget budget = new MemoryBudget(2 * MemoryBudget.ofCalls());

    private final Duration timeout;

    /** @param timeout how long a body may take to arrive */
    public BodyLimit(Duration timeout) {
        this.timeout = timeout;
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

    /** The body is counted until its request is answered or parked, as bytes and as the objects read from them. */
    private void passWithin(MemoryBudget budget, Exchange exchange, Endpoint next) throws Exception {
        int limit = exchange.route().bodyLimit();
        long announced = exchange.request().getContentLengthLong();
        if (announced >= 0 && announced <= SMALL) {
            exchange.body(read(exchange.request().getInputStream(), announced, SMALL));
            next.handle(exchange);
            return;
        }
        long weight = COPIES * (announced < 0 ? limit : announced);
        if (!budget.reserve(weight)) {
            throw full();
        }
        try {
            byte[] body = read(exchange.request().getInputStream(), announced, limit);
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

    /**
     * The whole body, or one byte more than the limit.
     *
     * @param announced how many bytes the request has announced; negative if it has not
     */
    private byte[] read(ServletInputStream in, long announced, int limit) {
        var body = new byte[(int) Math.min(limit, announced < 0 ? CHUNK : announced) + 1];
        int length = 0;
        long begun = System.nanoTime();
        try {
            while (length <= limit) {
                if (length == body.length) {
                    body = Arrays.copyOf(body, (int) Math.min(limit + 1L, 2L * length));
                }
                int read = in.read(body, length, body.length - length);
                if (read < 0) {
                    break;
                }
                length += read;
                if (System.nanoTime() - begun > timeout.toNanos()) {
                    throw Problem.tooSlow(length, timeout);
                }
            }
            return Arrays.copyOf(body, length);
        } catch (IOException | HttpException.RuntimeException broken) {
            throw broken.getCause() instanceof TimeoutException
                    ? Problem.tooSlow(length, timeout)
                    : Problem.invalidRequest(
                            400,
                            "malformed_request",
                            "the body ended after %d bytes; send as many as announced".formatted(length));
        }
    }
}
