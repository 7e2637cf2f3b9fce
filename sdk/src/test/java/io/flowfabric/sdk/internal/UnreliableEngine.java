package io.flowfabric.sdk.internal;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.sdk.worker.Samples;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** An engine over an unreliable network: requests and answers get lost, and the store becomes unavailable at times. */
public final class UnreliableEngine implements Engine {
    private final String address;
    private volatile Optional<Engine> engine;
    public volatile double loss;
    public volatile boolean renewalsGetLost;

    public UnreliableEngine(String address) {
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

    /** Closes the store with all its calls in flight, and opens it again. */
    public void restart() {
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
        return LocalEngine.start(StoreLookup.open(address, StoreOptions.DEFAULT), EngineSettings.DEFAULT);
    }
}
