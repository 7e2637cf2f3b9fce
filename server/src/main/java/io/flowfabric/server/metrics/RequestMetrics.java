package io.flowfabric.server.metrics;

import io.flowfabric.micrometer.Boundaries;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.RequestStep;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts and times requests by method, route and status, including refused ones. */
final class RequestMetrics implements RequestStep {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

    private final MeterProvider<Counter> requests;
    private final MeterProvider<Timer> durations;

    /** Finding a meter by its tags costs more than counting. There are as many as routes and status codes. */
    private final Map<Labels, Meters> meters = new ConcurrentHashMap<>();

    RequestMetrics(MeterRegistry registry) {
        this.requests = Counter.builder("ff.http.requests")
                .description("Requests answered")
                .withRegistry(registry);
        this.durations = Timer.builder("ff.http.request.duration")
                .description("From the arrival of a request to its answer, the time it was asked to wait included")
                .serviceLevelObjectives(Boundaries.ofCalls())
                .withRegistry(registry);
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        long begun = System.nanoTime();
        exchange.whenAnswered(() -> count(exchange, Duration.ofNanos(System.nanoTime() - begun)));
        next.handle(exchange);
    }

    private void count(Exchange exchange, Duration elapsed) {
        // Clients can send any method; a label must be one of a few.
        String method = METHODS.contains(exchange.method()) ? exchange.method() : "OTHER";
        var labels = new Labels(method, exchange.route().template(), exchange.status());
        meters.computeIfAbsent(labels, this::meters).count(elapsed);
    }

    private Meters meters(Labels labels) {
        var tags =
                Tags.of("method", labels.method(), "path", labels.path(), "status", Integer.toString(labels.status()));
        return new Meters(requests.withTags(tags), durations.withTags(tags));
    }

    private record Labels(String method, String path, int status) {}

    private record Meters(Counter requests, Timer durations) {
        void count(Duration elapsed) {
            requests.increment();
            durations.record(elapsed);
        }
    }
}
