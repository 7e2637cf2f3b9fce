package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.sdk.worker.Samples;
import java.util.concurrent.Semaphore;

/** Passes every call on and counts what was claimed, until the process that makes the calls dies. */
final class CutOffEngine implements Engine {
    final Semaphore claimed = new Semaphore(0);
    volatile boolean dead;
    private final Engine engine;

    CutOffEngine(Engine engine) {
        this.engine = engine;
    }

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        if (dead) {
            throw Samples.error(ErrorCode.TRANSPORT);
        }
        R answer = engine.call(operation, arguments);
        if (answer instanceof ClaimOutcome outcome) {
            claimed.release(outcome.claims().size());
        }
        return answer;
    }

    /** The engine is closed by its owner. */
    @Override
    public void close() {}
}
