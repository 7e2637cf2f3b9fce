package io.flowfabric.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the spans that have ended. */
final class RecordedSpans implements SpanExporter {
    private final List<SpanData> ended = new CopyOnWriteArrayList<>();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(this))
            .build();

    OpenTelemetry openTelemetry() {
        return new OpenTelemetry() {
            @Override
            public TracerProvider getTracerProvider() {
                return provider;
            }

            @Override
            public Tracer getTracer(String name) {
                return provider.get(name);
            }

            @Override
            public ContextPropagators getPropagators() {
                return ContextPropagators.noop();
            }
        };
    }

    List<SpanData> all() {
        return List.copyOf(ended);
    }

    /** The only span of that name, once it has ended: a call is answered before its span ends. */
    SpanData await(String name) {
        while (ended.stream().noneMatch(span -> span.getName().equals(name))) {
            Thread.onSpinWait();
        }
        return only(name);
    }

    SpanData only(String name) {
        var named = ended.stream().filter(span -> span.getName().equals(name)).toList();
        assertThat(named).as("spans named %s", name).hasSize(1);
        return named.get(0);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        ended.addAll(spans);
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
