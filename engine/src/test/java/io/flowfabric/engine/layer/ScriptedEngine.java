package io.flowfabric.engine.layer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** An engine that answers every call alike, and remembers what it was asked. */
final class ScriptedEngine implements Engine {
    record Asked(Operation<?, ?> operation, Object arguments) {}

    final List<Asked> asked = new ArrayList<>();

    /** The futures of the calls that were begun. */
    final List<CompletableFuture<?>> begun = new ArrayList<>();

    /** The connections of the calls that were made in a transaction of the caller. */
    final List<Connection> transactions = new ArrayList<>();

    private Supplier<Object> answer = () -> "answered";
    int closed;

    /** From now on answers what this gives, or fails as it does. */
    void answers(Supplier<Object> next) {
        answer = next;
    }

    void fails(RuntimeException failure) {
        answers(() -> {
            throw failure;
        });
    }

    @Override
    @SuppressWarnings("unchecked") // the answer is only compared as an object
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        asked.add(new Asked(operation, arguments));
        return (R) answer.get();
    }

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        var call = Engine.super.callAsync(operation, arguments);
        begun.add(call);
        return call;
    }

    @Override
    public <A, R> R callIn(Connection connection, Operation<A, R> operation, A arguments) {
        transactions.add(connection);
        return call(operation, arguments);
    }

    @Override
    public void close() {
        closed++;
    }
}
