package io.flowfabric.testkit.contract;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.ops.WaitingCall;
import io.flowfabric.engine.store.PoolUse;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The engine of a suite: one, or two on the same data of which every call goes to the other one in turn, so that what one
 * of them remembers is never all there is to know.
 */
public final class EnginesInTurn implements Engine {
    private final List<LocalEngine> engines;
    private final AtomicInteger calls = new AtomicInteger();

    /** @param engines closed together, the last one first */
    EnginesInTurn(List<LocalEngine> engines) {
        this.engines = List.copyOf(engines);
    }

    private LocalEngine next() {
        return engines.get(Math.floorMod(calls.getAndIncrement(), engines.size()));
    }

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return next().call(operation, arguments);
    }

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        return next().callAsync(operation, arguments);
    }

    @Override
    public <A, R> R callIn(Connection connection, Operation<A, R> operation, A arguments) {
        return next().callIn(connection, operation, arguments);
    }

    /** Does now whatever is due, in each of them: the end of a grace period is no commit, and wakes those at home. */
    public void runTimers() {
        engines.forEach(LocalEngine::runTimers);
    }

    /** The calls that wait at the moment, in any of them. */
    public List<WaitingCall> waitingCalls() {
        return engines.stream()
                .flatMap(engine -> engine.waitingCalls().stream())
                .toList();
    }

    @Override
    public byte[] secret(String name) {
        return next().secret(name);
    }

    @Override
    public EngineLoad load() {
        return next().load();
    }

    @Override
    public Optional<PoolUse> pool() {
        return next().pool();
    }

    @Override
    public boolean isShuttingDown() {
        return engines.stream().allMatch(LocalEngine::isShuttingDown);
    }

    @Override
    public void close() {
        for (int i = engines.size() - 1; i >= 0; i--) {
            engines.get(i).close();
        }
    }
}
