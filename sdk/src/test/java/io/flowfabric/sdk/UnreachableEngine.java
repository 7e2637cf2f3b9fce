package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.sdk.worker.Samples;
import java.util.Set;

/** Passes calls on, except those of some operations once it is cut off: as if the process had died before them. */
public final class UnreachableEngine implements Engine {
    private final Engine engine;
    private final Set<Operation<?, ?>> lost;
    public volatile boolean isCutOff;

    public UnreachableEngine(Engine engine, Operation<?, ?>... lost) {
        this.engine = engine;
        this.lost = Set.of(lost);
    }

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        if (isCutOff && lost.contains(operation)) {
            throw Samples.error(ErrorCode.UNAVAILABLE);
        }
        return engine.call(operation, arguments);
    }

    @Override
    public void close() {
        engine.close();
    }
}
