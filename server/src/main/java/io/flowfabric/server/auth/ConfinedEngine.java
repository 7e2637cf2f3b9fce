package io.flowfabric.server.auth;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import io.flowfabric.server.http.Problem;
import java.util.concurrent.CompletableFuture;

/** The engine, confined to one namespace. */
record ConfinedEngine(Engine engine, Namespace own, CursorSeal cursors) implements Engine {

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return switch (operation.subject()) {
            case EXECUTION -> masked(operation, arguments, IdMasking.in(arguments, this::owns));
            case NAMESPACE -> engine.call(operation, OwnNamespace.within(arguments, own));
            case EVENTS -> sealed(engine.call(operation, opened(arguments)));
            case SUBMISSION -> unlessTaken(engine.call(operation, OwnNamespace.within(arguments, own)));
            case PUBLIC -> engine.call(operation, arguments);
            case DEPLOYMENT -> throw closed(operation);
        };
    }

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        return switch (operation.subject()) {
            case EXECUTION -> {
                var masking = IdMasking.in(arguments, this::owns);
                // An unknown id is answered at once, so there is nothing to wait for.
                yield masking.isEmpty()
                        ? engine.callAsync(operation, arguments)
                        : CompletableFuture.completedFuture(masked(operation, arguments, masking));
            }
            // The engine's own future: cancelling a claim must reach the code that hands the lease back.
            case NAMESPACE -> engine.callAsync(operation, OwnNamespace.within(arguments, own));
            case EVENTS -> new ChangedAnswer<>(engine.callAsync(operation, opened(arguments)), this::sealed);
            case SUBMISSION, PUBLIC, DEPLOYMENT -> Engine.super.callAsync(operation, arguments);
        };
    }

    private boolean owns(ExecutionId id) {
        return engine.call(Catalogue.GET_EXECUTION_NAMESPACE, new ExecutionRef(id))
                .filter(own::equals)
                .isPresent();
    }

    private <A, R> R masked(Operation<A, R> operation, A arguments, IdMasking masking) {
        try {
            return masking.unmask(engine.call(operation, masking.mask(arguments)));
        } catch (EngineException refused) {
            throw masking.unmask(refused);
        }
    }

    private <A> A opened(A arguments) {
        return RecordRewriter.change(
                OwnNamespace.within(arguments, own),
                (type, part) -> part instanceof EventCursor cursor ? cursors.open(cursor, own) : part);
    }

    private <R> R sealed(R answer) {
        return RecordRewriter.change(
                answer, (type, part) -> part instanceof EventCursor cursor ? cursors.seal(cursor, own) : part);
    }

    /** A duplicate by its key belongs to this namespace; a duplicate by its id may not, and must not be described. */
    private <R> R unlessTaken(R answer) {
        return RecordRewriter.change(answer, (type, part) -> {
            if (part instanceof BatchItem.Answered<?> item
                    && item.answer() instanceof Duplicate duplicate
                    && !owns(duplicate.executionId())) {
                return new BatchItem.Refused<>(taken(duplicate.executionId()));
            }
            if (part instanceof Duplicate duplicate && !owns(duplicate.executionId())) {
                throw taken(duplicate.executionId()).toException();
            }
            return part;
        });
    }

    private static EngineError taken(ExecutionId id) {
        return EngineError.of(
                ErrorCode.INVALID_INPUT,
                "execution_id: " + id,
                "This id cannot be used. Choose another, or omit it to have one generated.");
    }

    private Problem closed(Operation<?, ?> operation) {
        return Problem.forbidden(
                "namespace_forbidden",
                "forbidden: the key is bound to namespace %s, and %s belongs to none"
                        .formatted(own.value(), operation.name()));
    }

    /** Does not close the engine. */
    @Override
    public void close() {}
}
