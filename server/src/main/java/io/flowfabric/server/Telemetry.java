package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.opentelemetry.EngineTracing;
import io.flowfabric.sdk.layer.Layer;
import io.flowfabric.sdk.layer.Layers;
import io.flowfabric.server.http.AccessLog;
import io.flowfabric.server.http.RequestTracing;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Step;
import io.flowfabric.server.metrics.ServerMetrics;
import io.opentelemetry.api.OpenTelemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a server lets itself be watched.
 *
 * @param metrics counted when present, and shown at {@code /metrics}; they are closed with the server
 * @param metricsAccess who may see them
 * @param accessLog whether a line is written for each request
 * @param tracing where traces go; none are made without
 */
public record Telemetry(
        Optional<ServerMetrics> metrics, Access metricsAccess, boolean accessLog, Optional<OpenTelemetry> tracing) {
    /** Nobody watches. */
    public static final Telemetry NONE = new Telemetry(Optional.empty(), Access.OPEN, false, Optional.empty());

    /** The same with metrics that everybody may see. */
    public Telemetry withMetrics(ServerMetrics value) {
        return new Telemetry(Optional.of(value), metricsAccess, accessLog, tracing);
    }

    /** The same with metrics for those only. */
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

    /** What requests go through. */
    List<Step> steps() {
        var steps = new ArrayList<Step>();
        metrics.ifPresent(counted -> steps.add(counted.requests()));
        if (accessLog) {
            steps.add(new AccessLog());
        }
        tracing.ifPresent(traces -> steps.add(new RequestTracing(traces)));
        return steps;
    }

    /** The engine with those around it who watch its calls. */
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
