package io.flowfabric.server.auth;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.CreateExecutionOutcome.Duplicate;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.server.http.Problem;
import java.util.concurrent.CompletableFuture;

/** The engine as far as one namespace goes. */
record ConfinedEngine(Engine engine, Namespace own, CursorSeal cursors) implements Engine {

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return switch (Confinement.of(operation)) {
            case OWN_EXECUTIONS -> masked(operation, arguments, StandIns.in(arguments, this::owns));
            case OWN_NAMESPACE -> engine.call(operation, OwnNamespace.within(arguments, own));
            case OWN_EVENTS -> sealed(engine.call(operation, opened(arguments)));
            case OWN_CREATIONS -> unlessTaken(engine.call(operation, OwnNamespace.within(arguments, own)));
            case SHARED -> engine.call(operation, arguments);
            case CLOSED -> throw closed(operation);
        };
    }

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        return switch (Confinement.of(operation)) {
            case OWN_EXECUTIONS -> {
                var standIns = StandIns.in(arguments, this::owns);
                // What nobody has is answered at once, so there is nothing to wait for.
                yield standIns.isEmpty()
                        ? engine.callAsync(operation, arguments)
                        : CompletableFuture.completedFuture(masked(operation, arguments, standIns));
            }
            // The very future of the engine: a claim that is cancelled must reach the one who would hand it back.
            case OWN_NAMESPACE -> engine.callAsync(operation, OwnNamespace.within(arguments, own));
            case OWN_EVENTS -> new ChangedAnswer<>(engine.callAsync(operation, opened(arguments)), this::sealed);
            case OWN_CREATIONS, SHARED, CLOSED -> Engine.super.callAsync(operation, arguments);
        };
    }

    private boolean owns(ExecutionId id) {
        return engine.call(Catalogue.GET_EXECUTION_NAMESPACE, new ExecutionRef(id))
                .filter(own::equals)
                .isPresent();
    }

    private <A, R> R masked(Operation<A, R> operation, A arguments, StandIns standIns) {
        try {
            return standIns.unmask(engine.call(operation, standIns.mask(arguments)));
        } catch (EngineException refused) {
            throw standIns.unmask(refused);
        }
    }

    private <A> A opened(A arguments) {
        return Components.change(
                OwnNamespace.within(arguments, own),
                (type, part) -> part instanceof EventCursor cursor ? cursors.open(cursor, own) : part);
    }

    private <R> R sealed(R answer) {
        return Components.change(
                answer, (type, part) -> part instanceof EventCursor cursor ? cursors.seal(cursor, own) : part);
    }

    /** A duplicate by its key is the key's own; one by its id may be another's, whom nobody is told about. */
    private <R> R unlessTaken(R answer) {
        return Components.change(answer, (type, part) -> {
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
                "It cannot be used. Choose another, or leave it out to have one minted.");
    }

    private Problem closed(Operation<?, ?> operation) {
        return Problem.forbidden(
                "namespace_forbidden",
                "forbidden: the key is bound to namespace %s, and %s belongs to none"
                        .formatted(own.value(), operation.name()));
    }

    /** Closes nothing. */
    @Override
    public void close() {}
}
