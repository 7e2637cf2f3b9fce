package io.flowfabric.opentelemetry;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.layer.CallResult;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.sdk.task.Handler;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes one span for every call to an engine, named {@code ff.} and the operation. Its attributes are {@code method},
 * {@code backend}, {@code ok}, and the ids, the lane and the bounds that the call names, such as {@code execution_id},
 * {@code attempt_id}, {@code lease_epoch} and {@code worker_id}; never payloads, tags, keys or tokens. A call that
 * fails sets the status of its span, {@code category} and {@code error.type}, the code of the error.
 *
 * <p>An execution stays in the trace in which it was submitted, also across processes: its {@linkplain TraceTags tags}
 * carry the span. A claim through this layer adds {@code ff.claimed} to that trace, and its outcome adds {@code
 * ff.completed}, {@code ff.failed}, {@code ff.cancelled} or {@code ff.delayed}, each with a link to the call. {@link
 * #traced} lets handlers run in that trace.
 *
 * <p>The span is current while the call is made; that of an asynchronous call ends when it is answered. Safe for use by
 * any thread; each fabric needs a layer of its own.
 */
public final class EngineTracing implements Layer {
    private final Tracer tracer;
    private final ExecutionTraces executions;
    private volatile Optional<String> backend = Optional.empty();

    /** With the tracer {@code io.flowfabric}. */
    public EngineTracing(OpenTelemetry openTelemetry) {
        this.tracer = openTelemetry.getTracer("io.flowfabric");
        this.executions = new ExecutionTraces(tracer);
    }

    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        var span = begin(operation, arguments, next);
        var scope = span.makeCurrent();
        try {
            R answer = next.call(operation, ExecutionTraces.submitted(operation, arguments, Context.current()));
            answered(span, arguments, answer);
            return answer;
        } catch (RuntimeException | Error failure) {
            failed(span, failure);
            throw failure;
        } finally {
            scope.close();
        }
    }

    @Override
    public <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        var span = begin(operation, arguments, next);
        var scope = span.makeCurrent();
        try {
            var call = next.callAsync(operation, ExecutionTraces.submitted(operation, arguments, Context.current()));
            call.whenComplete((answer, failure) -> {
                if (failure == null) {
                    answered(span, arguments, answer);
                } else {
                    failed(span, failure);
                }
            });
            return call;
        } finally {
            scope.close();
        }
    }

    /**
     * Wraps a handler to run in the trace of its task: a span {@code ff.run} is current meanwhile, so that the spans
     * and submissions of the handler belong to it. For workers of the fabric with this layer; a task that was submitted
     * without a trace begins one.
     */
    public <P, R extends @Nullable Object> Handler<P, R> traced(Handler<P, R> handler) {
        return (task, payload) -> {
            var span = tracer.spanBuilder("ff.run")
                    .setParent(executions.of(task.executionId()).orElse(Context.root()))
                    .setAttribute("execution_id", task.executionId().toString())
                    .setAttribute("execution_kind", task.kind())
                    .startSpan();
            var scope = span.makeCurrent();
            try {
                return handler.handle(task, payload);
            } catch (Exception | Error failure) {
                span.setAttribute("error.type", failure.getClass().getName());
                span.setStatus(StatusCode.ERROR);
                throw failure;
            } finally {
                scope.close();
                span.end();
            }
        };
    }

    private Span begin(Operation<?, ?> operation, Object arguments, Engine next) {
        var span = tracer.spanBuilder("ff." + operation.name()).startSpan();
        if (span.isRecording()) {
            span.setAttribute("method", operation.name());
            backend(next).ifPresent(label -> span.setAttribute("backend", label));
            CallFields.of(arguments).forEach(span::setAttribute);
        }
        return span;
    }

    /** Queried once; spans lack the attribute until the engine has answered. */
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

    private void answered(Span span, Object arguments, Object answer) {
        executions.answered(arguments, answer, span.getSpanContext());
        span.setAttribute("ok", true);
        span.end();
    }

    private static void failed(Span span, Throwable failure) {
        String type = failure instanceof EngineException refused
                ? refused.code().literal()
                : failure.getClass().getName();
        span.setAttribute("ok", false);
        span.setAttribute("category", CallResult.failed(failure).category());
        span.setAttribute("error.type", type);
        span.setStatus(StatusCode.ERROR);
        span.end();
    }
}
