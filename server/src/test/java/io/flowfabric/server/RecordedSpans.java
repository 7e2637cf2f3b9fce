package io.flowfabric.server;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The last span of each name that has ended. */
final class RecordedSpans implements SpanProcessor, OpenTelemetry {
    private final Map<String, SpanData> ended = new ConcurrentHashMap<>();
    private final SdkTracerProvider provider =
            SdkTracerProvider.builder().addSpanProcessor(this).build();

    /** Waits for a span: a request is answered before its spans end. */
    SpanData await(String name) {
        Await.until(() -> ended.containsKey(name), "a span %s ended".formatted(name));
        return ended.get(name);
    }

    @Override
    public void onEnd(ReadableSpan span) {
        ended.put(span.getName(), span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public TracerProvider getTracerProvider() {
        return provider;
    }

    @Override
    public ContextPropagators getPropagators() {
        return ContextPropagators.noop();
    }
}
