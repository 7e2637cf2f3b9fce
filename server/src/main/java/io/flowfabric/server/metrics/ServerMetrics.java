package io.flowfabric.server.metrics;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.PoolUse;
import io.flowfabric.engine.TimerWatch;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.micrometer.BackgroundMetrics;
import io.flowfabric.micrometer.EngineMetrics;
import io.flowfabric.micrometer.TimerMetrics;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.RequestStep;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** The metrics of one server. Safe for use by any thread. */
public final class ServerMetrics implements AutoCloseable {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EngineMetrics calls = new EngineMetrics(registry);
    private final TimerMetrics timers = new TimerMetrics(registry);
    private final RequestMetrics requests = new RequestMetrics(registry);
    private final LoadGauges load;
    private final Counter shutdownTimeouts = Counter.builder("ff.shutdown.timeout")
            .description("Stops of the server that did not let every request finish")
            .register(registry);

    /**
     * Metrics in a registry of their own, with those of the process; the store is queried every ten seconds at most.
     */
    public ServerMetrics() {
        this(Duration.ofSeconds(10));
    }

    /** As above, with another least time between two queries. */
    public ServerMetrics(Duration betweenQuestions) {
        load = new LoadGauges(registry, betweenQuestions);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /** The registry; programs that embed the server may add their own metrics. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Counts and times the calls to the engine. */
    public Layer calls() {
        return calls;
    }

    /** Counts and times the runs of the engine's timers; to be set in the engine's settings. */
    public TimerWatch timers() {
        return timers;
    }

    /** Counts and times the requests. */
    public RequestStep requests() {
        return requests;
    }

    /** Begins to query the load of the engine, and to show the use of its connections. */
    public void watch(Engine engine) {
        load.watch(engine);
        new BackgroundMetrics().bindTo(registry);
        if (engine.pool().isPresent()) {
            connections("busy", engine, PoolUse::busy);
            connections("idle", engine, PoolUse::idle);
            connections("waiting", engine, PoolUse::waiting);
        }
    }

    private void connections(String state, Engine engine, ToIntFunction<PoolUse> figure) {
        Gauge.builder(
                        "ff.store.connections",
                        () -> engine.pool().map(figure::applyAsInt).orElse(0))
                .description("Connections to the store that are in use or idle, and callers that wait for one")
                .tag("state", state)
                .register(registry);
    }

    /** Shows a gauge of the server. */
    public void show(String name, String description, Supplier<Number> figure) {
        Gauge.builder(name, figure).description(description).register(registry);
    }

    /** Counts a shutdown that did not finish in time. */
    public void shutdownTimedOut() {
        shutdownTimeouts.increment();
    }

    /** The page that Prometheus reads. */
    public Route page(Access access) {
        return Route.get("/metrics", access, Style.CLASSIC, this::answer);
    }

    private void answer(Exchange exchange) throws IOException {
        exchange.answer(200, TEXT, registry.scrape().getBytes(StandardCharsets.UTF_8));
        load.refresh();
    }

    /** Stops the queries. */
    @Override
    public void close() {
        load.close();
    }
}
