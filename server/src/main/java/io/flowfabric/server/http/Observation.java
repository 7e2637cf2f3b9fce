package io.flowfabric.server.http;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the metrics how each request was answered. */
final class Observation implements Step {
    private static final Logger LOG = LoggerFactory.getLogger(Observation.class);

    private final RequestMetrics metrics;

    Observation(RequestMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        long begun = System.nanoTime();
        exchange.whenAnswered(() -> {
            try {
                metrics.answered(
                        exchange.method(),
                        exchange.route().template(),
                        exchange.status(),
                        Duration.ofNanos(System.nanoTime() - begun));
            } catch (RuntimeException unable) {
                LOG.warn("A request was answered but not counted", unable);
            }
        });
        next.handle(exchange);
    }
}
