package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.op.claim.ClaimOutcome;
import java.util.concurrent.CountDownLatch;

/** Passes every call on, and holds the answer of a claim that found work until the test lets it go. */
public final class HoldingEngine implements Engine {
    public final CountDownLatch claimed = new CountDownLatch(1);
    public final CountDownLatch letGo = new CountDownLatch(1);
    private final Engine engine;

    public HoldingEngine(Engine engine) {
        this.engine = engine;
    }

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        R answer = engine.call(operation, arguments);
        if (answer instanceof ClaimOutcome outcome && !outcome.claims().isEmpty()) {
            claimed.countDown();
            awaitLetGo();
        }
        return answer;
    }

    private void awaitLetGo() {
        boolean interrupted = false;
        while (true) {
            try {
                letGo.await();
                break;
            } catch (InterruptedException stopped) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
