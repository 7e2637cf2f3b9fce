package io.flowfabric.opentelemetry;

import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.Optional;

/**
 * Keeps each execution in the trace in which it was submitted. A call may concern many executions and belongs to
 * another trace; so it leaves a short span in the trace of each execution, which names the change and links to the
 * call.
 */
final class ExecutionTraces {
    private final Tracer tracer;
    private final ClaimedTraces claimed = new ClaimedTraces();

    ExecutionTraces(Tracer tracer) {
        this.tracer = tracer;
    }

    /** The arguments of a submission with the span of its call in their tags; other arguments unchanged. */
    static <A> A submitted(Operation<A, ?> operation, A arguments, Context call) {
        if (!Span.fromContext(call).getSpanContext().isValid()) {
            return arguments;
        }
        if (arguments instanceof CreateExecution single) {
            return operation.arguments().cast(traced(single, call));
        }
        if (arguments instanceof SubmitBatch batch) {
            return operation
                    .arguments()
                    .cast(new SubmitBatch(batch.executions().stream()
                            .map(single -> traced(single, call))
                            .toList()));
        }
        return arguments;
    }

    private static CreateExecution traced(CreateExecution e, Context call) {
        return new CreateExecution(
                e.executionId(),
                e.namespace(),
                e.laneId(),
                e.executionKind(),
                e.input(),
                e.priority(),
                e.creatorIdentity(),
                e.idempotencyKey(),
                TraceTags.with(e.tags(), call),
                e.policy(),
                e.delayUntil(),
                e.executionDeadlineAt());
    }

    /** Adds the changes by a call to the traces of the executions. */
    void answered(Object arguments, Object answer, SpanContext call) {
        if (answer instanceof ClaimOutcome outcome) {
            outcome.claims().forEach(claim -> claimed(claim, call));
        } else if (arguments instanceof CompleteRequest request) {
            ended("completed", request.handle(), call);
        } else if (arguments instanceof CompleteBatch batch) {
            completed(batch.items(), (List<?>) answer, call);
        } else if (arguments instanceof FailRequest request) {
            ended("failed", request.handle(), call);
        } else if (arguments instanceof CancelRequest request) {
            ended("cancelled", request.handle(), call);
        } else if (arguments instanceof DelayRequest request) {
            ended("delayed", request.handle(), call);
        }
    }

    /** The trace of an execution that was claimed here and has not ended. */
    Optional<Context> of(ExecutionId id) {
        return claimed.get(id);
    }

    private void claimed(Claim claim, SpanContext call) {
        TraceTags.in(claim.tags()).ifPresent(submission -> {
            var span = mark("claimed", claim.executionId(), submission, call);
            claimed.put(claim.executionId(), submission.with(span));
        });
    }

    private void completed(List<CompleteRequest> asked, List<?> answers, SpanContext call) {
        for (int i = 0; i < asked.size(); i++) {
            if (answers.get(i) instanceof BatchItem.Answered<?>) {
                ended("completed", asked.get(i).handle(), call);
            }
        }
    }

    private void ended(String how, Handle handle, SpanContext call) {
        execution(handle).ifPresent(id -> claimed.remove(id).ifPresent(trace -> mark(how, id, trace, call)));
    }

    private Span mark(String what, ExecutionId id, Context trace, SpanContext call) {
        var span = tracer.spanBuilder("ff." + what)
                .setParent(trace)
                .setSpanKind(what.equals("claimed") ? SpanKind.CONSUMER : SpanKind.INTERNAL)
                .addLink(call)
                .setAttribute("execution_id", id.toString())
                .startSpan();
        span.end();
        return span;
    }

    private static Optional<ExecutionId> execution(Handle handle) {
        try {
            return Optional.of(HandleCodec.decode(handle.bytes()).payload().executionId());
        } catch (EngineException damaged) {
            return Optional.empty(); // the engine accepted the handle, so tracing does not reject it
        }
    }
}
