package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.engine.layer.Layers;
import io.flowfabric.opentelemetry.EngineTracing;
import io.flowfabric.server.http.RequestStep;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.pipeline.AccessLog;
import io.flowfabric.server.http.pipeline.RequestTracing;
import io.flowfabric.server.metrics.ServerMetrics;
import io.opentelemetry.api.OpenTelemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Metrics, access log and traces of a server.
 *
 * @param metrics counted when present, and served at {@code /metrics}; they are closed with the server
 * @param metricsAccess the access that the page needs
 * @param accessLog whether a line is written for each request
 * @param tracing where traces go; without it none are made
 */
public record Telemetry(
        Optional<ServerMetrics> metrics, Access metricsAccess, boolean accessLog, Optional<OpenTelemetry> tracing) {
    /** No telemetry. */
    public static final Telemetry NONE = new Telemetry(Optional.empty(), Access.OPEN, false, Optional.empty());

    /** The same with metrics that need no key. */
    public Telemetry withMetrics(ServerMetrics value) {
        return new Telemetry(Optional.of(value), metricsAccess, accessLog, tracing);
    }

    /** The same with another access to the metrics. */
    public Telemetry withMetricsAccess(Access value) {
        return new Telemetry(metrics, value, accessLog, tracing);
    }

    /** The same with or without an access log. */
    public Telemetry withAccessLog(boolean on) {
        return new Telemetry(metrics, metricsAccess, on, tracing);
    }

    /** The same with traces. */
    public Telemetry withTracing(OpenTelemetry value) {
        return new Telemetry(metrics, metricsAccess, accessLog, Optional.of(value));
    }

    /** The steps that observe requests. */
    List<RequestStep> steps() {
        var steps = new ArrayList<RequestStep>();
        metrics.ifPresent(counted -> steps.add(counted.requests()));
        if (accessLog) {
            steps.add(new AccessLog());
        }
        tracing.ifPresent(traces -> steps.add(new RequestTracing(traces)));
        return steps;
    }

    /** The engine within the layers that observe its calls. */
    Engine around(Engine engine) {
        var layers = new ArrayList<Layer>();
        metrics.ifPresent(counted -> layers.add(counted.calls()));
        tracing.ifPresent(traces -> layers.add(new EngineTracing(traces)));
        return Layers.around(engine, layers);
    }

    /** Pages beside the routes. */
    List<Route> pages() {
        return metrics.map(counted -> counted.page(metricsAccess)).stream().toList();
    }
}
