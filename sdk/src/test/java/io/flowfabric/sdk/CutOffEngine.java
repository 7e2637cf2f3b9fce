package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.op.ClaimOutcome;
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

    /** The engine belongs to somebody who lives on. */
    @Override
    public void close() {}
}
