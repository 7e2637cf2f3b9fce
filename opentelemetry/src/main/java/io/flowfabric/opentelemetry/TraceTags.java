package io.flowfabric.opentelemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The trace of an execution, carried in its tags from the submitter to the worker: {@value #TRACEPARENT} and, if there
 * is one, {@code flowfabric.tracestate}, each with the text of the header of that name in W3C Trace Context. A worker
 * in any language may send them as headers.
 */
public final class TraceTags {
    /** The key of the tag with the span in which an execution was submitted. */
    public static final String TRACEPARENT = "flowfabric.traceparent";

    private static final String PREFIX = "flowfabric.";
    private static final TextMapPropagator FORMAT = W3CTraceContextPropagator.getInstance();
    private static final TextMapGetter<Map<String, String>> GETTER = new Getter();

    private TraceTags() {}

    private static final class Getter implements TextMapGetter<Map<String, String>> {
        @Override
        public Iterable<String> keys(Map<String, String> tags) {
            return tags.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> tags, String name) {
            return tags == null ? null : tags.get(PREFIX + name);
        }
    }

    /** The tags with the span of {@code context} added; tags that already have one stay unchanged. */
    static Map<String, String> with(Map<String, String> tags, Context context) {
        if (tags.containsKey(TRACEPARENT)) {
            return tags;
        }
        var more = new HashMap<>(tags);
        FORMAT.inject(context, more, (carrier, name, value) -> {
            if (carrier != null) {
                carrier.put(PREFIX + name, value);
            }
        });
        return more;
    }

    /** The context of the span in the tags. */
    static Optional<Context> in(Map<String, String> tags) {
        var context = FORMAT.extract(Context.root(), tags, GETTER);
        return Span.fromContext(context).getSpanContext().isValid() ? Optional.of(context) : Optional.empty();
    }
}
