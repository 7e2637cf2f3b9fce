package io.flowfabric.engine.layer;

import io.flowfabric.engine.AnswerRoom;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.PoolUse;
import io.flowfabric.engine.catalogue.Operation;
import java.sql.Connection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An engine with one layer around it. */
record LayeredEngine(Layer layer, Engine next) implements Engine {

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return layer.around(operation, arguments, next);
    }

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        return layer.aroundAsync(operation, arguments, next);
    }

    @Override
    public byte[] secret(String name) {
        return next.secret(name);
    }

    @Override
    public EngineLoad load() {
        return next.load();
    }

    @Override
    public boolean isShuttingDown() {
        return next.isShuttingDown();
    }

    @Override
    public void answerWithin(AnswerRoom room) {
        next.answerWithin(room);
    }

    @Override
    public Optional<PoolUse> pool() {
        return next.pool();
    }

    @Override
    public <A, R> R callIn(Connection connection, Operation<A, R> operation, A arguments) {
        return layer.around(operation, arguments, new EngineInTransaction(connection, next));
    }

    @Override
    public void close() {
        next.close();
    }
}
