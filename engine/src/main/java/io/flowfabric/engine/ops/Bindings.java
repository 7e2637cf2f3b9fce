package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.waiting.AnswerMemoryLongPoll;
import io.flowfabric.engine.waiting.LongPoll;
import io.flowfabric.engine.waiting.LongPolls;
import io.flowfabric.engine.waiting.WaitingCall;
import io.flowfabric.engine.waiting.WaitingCalls;
import io.flowfabric.model.op.Waiting;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Which method carries out which operation. Each family binds its own operations ({@code bindTo}); {@link
 * #requireComplete} then compares them with the {@link Catalogue}. Not for several threads while families bind; for any
 * thread afterwards.
 */
public final class Bindings {
    private final LongPolls longPolls;
    private final CommandExecutor calls;
    private final WaitingCalls waiting = new WaitingCalls();
    private final Map<Operation<?, ?>, Function<Object, Object>> handlers = new HashMap<>();
    private final Map<Operation<?, ?>, BiFunction<Connection, Object, Object>> inTransactions = new HashMap<>();
    private final Map<Operation<?, ?>, Function<Object, CompletableFuture<?>>> parking = new HashMap<>();

    public Bindings(LongPolls longPolls, CommandExecutor calls) {
        this.longPolls = longPolls;
        this.calls = calls;
    }

    /** @throws IllegalStateException if the operation is bound already */
    public <A, R> void bind(Operation<A, R> operation, Function<A, R> handler) {
        put(
                handlers,
                operation,
                arguments -> handler.apply(operation.arguments().cast(arguments)));
    }

    /** Binds what is done in the transaction of a caller, beside what is done in one of the engine's own. */
    <A, R> void bindIn(Operation<A, R> operation, BiFunction<Connection, A, R> handler) {
        put(
                inTransactions,
                operation,
                (connection, arguments) ->
                        handler.apply(connection, operation.arguments().cast(arguments)));
    }

    /** For answers that take nothing and may be large. */
    <A extends Waiting, R> void bindWaiting(Operation<A, R> operation, Function<A, LongPoll<R>> handler) {
        bindWaiting(
                operation,
                args -> new AnswerMemoryLongPoll<>(handler.apply(args), calls.room(), args.maxWaitMs()),
                (args, unwanted) -> {});
    }

    /** @param unwanted undoes an answer that came while its call was cancelled */
    <A extends Waiting, R> void bindWaiting(
            Operation<A, R> operation, Function<A, LongPoll<R>> handler, BiConsumer<A, R> unwanted) {
        Function<A, LongPoll<R>> watched = arguments -> waiting.watched(operation, arguments, handler.apply(arguments));
        bind(operation, arguments -> longPolls.await(watched.apply(arguments)));
        put(parking, operation, given -> {
            A arguments = operation.arguments().cast(given);
            return longPolls.park(watched.apply(arguments), answer -> unwanted.accept(arguments, answer));
        });
    }

    /** @throws IllegalStateException if an operation of the catalogue is not bound as it is declared */
    public void requireComplete() {
        for (Operation<?, ?> operation : Catalogue.all()) {
            require(handlers.containsKey(operation), operation, "has no handler; bind it in the class of its family");
            require(
                    parking.containsKey(operation) == operation.waits(),
                    operation,
                    "must be bound by bindWaiting exactly if its arguments are Waiting");
            require(
                    inTransactions.containsKey(operation) == operation.runsInCallersTransaction(),
                    operation,
                    "must be bound by bindIn exactly if it is declared inCallersTransaction");
        }
    }

    Optional<Function<Object, Object>> handler(Operation<?, ?> operation) {
        return Optional.ofNullable(handlers.get(operation));
    }

    Optional<BiFunction<Connection, Object, Object>> handlerInTransaction(Operation<?, ?> operation) {
        return Optional.ofNullable(inTransactions.get(operation));
    }

    /** What begins a call that may wait; empty for operations that do not. */
    Optional<Function<Object, CompletableFuture<?>>> parking(Operation<?, ?> operation) {
        return Optional.ofNullable(parking.get(operation));
    }

    /** The calls that wait now. */
    List<WaitingCall> waitingCalls() {
        return waiting.list();
    }

    private static <H> void put(Map<Operation<?, ?>, H> bound, Operation<?, ?> operation, H handler) {
        require(bound.putIfAbsent(operation, handler) == null, operation, "is bound twice");
    }

    private static void require(boolean holds, Operation<?, ?> operation, String otherwise) {
        if (!holds) {
            throw new IllegalStateException("Operation %s %s".formatted(operation, otherwise));
        }
    }
}
