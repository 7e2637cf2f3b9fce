package io.flowfabric.sdk;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** An engine behind a bad line: requests and answers get lost, and the store goes away and comes back. */
final class UnreliableEngine implements Engine {
    private final String address;
    private volatile Optional<Engine> engine;
    volatile double loss;
    volatile boolean renewalsGetLost;

    UnreliableEngine(String address) {
        this.address = address;
        this.engine = Optional.of(open());
    }

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        if (isLost() || renewalsGetLost && operation == Catalogue.RENEW_BATCH) {
            throw Samples.error(ErrorCode.TRANSPORT);
        }
        var current = engine;
        R answer = answer(current, operation, arguments);
        if (isLost()) {
            throw Samples.error(ErrorCode.TRANSPORT);
        }
        return answer;
    }

    private <A, R> R answer(Optional<Engine> current, Operation<A, R> operation, A arguments) {
        try {
            return current.orElseThrow(() -> Samples.error(ErrorCode.TRANSPORT)).call(operation, arguments);
        } catch (EngineException refused) {
            throw current == engine ? refused : Samples.error(ErrorCode.TRANSPORT);
        }
    }

    /** Closes the store with all its calls under way, and opens it again. */
    void restart() {
        close();
        engine = Optional.of(open());
    }

    @Override
    public void close() {
        var current = engine;
        engine = Optional.empty();
        current.ifPresent(Engine::close);
    }

    private boolean isLost() {
        return ThreadLocalRandom.current().nextDouble() < loss;
    }

    private Engine open() {
        return LocalEngine.start(Stores.open(address, StoreOptions.DEFAULT), EngineSettings.DEFAULT);
    }
}
