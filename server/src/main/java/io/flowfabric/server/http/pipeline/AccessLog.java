package io.flowfabric.server.http.pipeline;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.RequestStep;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one line of JSON for each request to the logger {@value #LOGGER}: its time, its id, the name of its key, the
 * template of its route, and how it was answered. Nothing in which a client could have put a secret or a payload.
 */
public final class AccessLog implements RequestStep {
    /** The logger, at level info. */
    public static final String LOGGER = "io.flowfabric.access";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        long begun = System.nanoTime();
        exchange.whenAnswered(() -> write(exchange, Duration.ofNanos(System.nanoTime() - begun)));
        next.handle(exchange);
    }

    private static void write(Exchange exchange, Duration elapsed) {
        if (LOG.isInfoEnabled()) {
            LOG.info(
                    "{}",
                    JsonNodeFactory.instance
                            .objectNode()
                            .put(
                                    "time",
                                    Instant.ofEpochMilli(exchange.arrivedAt()).toString())
                            .put("request_id", exchange.requestId())
                            .put("key", exchange.principal().name())
                            .put("method", exchange.method())
                            .put("route", exchange.route().template())
                            .put("status", exchange.status())
                            .put("bytes", exchange.bytesAnswered())
                            .put("duration_ms", elapsed.toNanos() / 1_000 / 1_000.0));
        }
    }
}
