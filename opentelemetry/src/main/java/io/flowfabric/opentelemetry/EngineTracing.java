package io.flowfabric.opentelemetry;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.sdk.layer.CallResult;
import io.flowfabric.sdk.layer.Layer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.Optional;

/**
 * Makes one span of every call to an engine, named {@code ff.} and the operation. Its attributes are {@code method},
 * {@code backend}, {@code ok}, and the ids, the lane and the bounds that the call names, such as {@code execution_id},
 * {@code attempt_id}, {@code lease_epoch} and {@code worker_id}; never payloads, tags, keys or tokens. A call that fails
 * sets the status of its span, {@code category} and {@code error.type}, the code of the error.
 *
 * <p>The span is current while the call lasts. Safe for use by any thread; a fabric needs a layer of its own.
 */
public final class EngineTracing implements Layer {
    private final Tracer tracer;
    private volatile Optional<String> backend = Optional.empty();

    /** Gives its spans to the tracer {@code io.flowfabric}. */
    public EngineTracing(OpenTelemetry openTelemetry) {
        this.tracer = openTelemetry.getTracer("io.flowfabric");
    }

    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        var span = tracer.spanBuilder("ff." + operation.name()).startSpan();
        var scope = span.makeCurrent();
        try {
            if (span.isRecording()) {
                span.setAttribute("method", operation.name());
                backend(next).ifPresent(label -> span.setAttribute("backend", label));
                CallFields.of(arguments).forEach(span::setAttribute);
            }
            R answer = next.call(operation, arguments);
            span.setAttribute("ok", true);
            return answer;
        } catch (RuntimeException | Error failure) {
            describe(span, failure);
            throw failure;
        } finally {
            scope.close();
            span.end();
        }
    }

    /** Asked once; a span goes without it while nobody answers. */
    private Optional<String> backend(Engine next) {
        if (backend.isEmpty()) {
            try {
                backend = Optional.of(next.call(Catalogue.BACKEND_LABEL, NoArguments.NONE));
            } catch (EngineException unanswered) {
                return Optional.empty();
            }
        }
        return backend;
    }

    private static void describe(Span span, Throwable failure) {
        String type = failure instanceof EngineException refused
                ? refused.code().literal()
                : failure.getClass().getName();
        span.setAttribute("ok", false);
        span.setAttribute("category", CallResult.failed(failure).category());
        span.setAttribute("error.type", type);
        span.setStatus(StatusCode.ERROR);
    }
}
