package io.flowfabric.server.http.pipeline;

import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.RequestStep;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span for each request, in the trace of its {@code traceparent} header. The span is current while the request
 * is handled, so that the spans of the engine are its children, and ends when the request is answered.
 */
public final class RequestTracing implements RequestStep {
    private static final TextMapGetter<Exchange> HEADERS = new Headers();

    private final Tracer tracer;

    /** With the tracer {@code io.flowfabric.server}. */
    public RequestTracing(OpenTelemetry openTelemetry) {
        this.tracer = openTelemetry.getTracer("io.flowfabric.server");
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        var span = tracer.spanBuilder(exchange.method() + " " + exchange.route().template())
                .setParent(W3CTraceContextPropagator.getInstance().extract(Context.root(), exchange, HEADERS))
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("http.request.method", exchange.method())
                .setAttribute("http.route", exchange.route().template())
                .startSpan();
        exchange.whenAnswered(() -> {
            span.setAttribute("http.response.status_code", exchange.status());
            if (exchange.status() >= 500) {
                span.setStatus(StatusCode.ERROR);
            }
            span.end();
        });
        var scope = span.makeCurrent();
        try {
            next.handle(exchange);
        } finally {
            scope.close();
        }
    }

    private static final class Headers implements TextMapGetter<Exchange> {
        @Override
        public Iterable<String> keys(Exchange exchange) {
            return List.of();
        }

        @Override
        public @Nullable String get(@Nullable Exchange exchange, String name) {
            return exchange == null ? null : exchange.header(name).orElse(null);
        }
    }
}
