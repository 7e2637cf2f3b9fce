package io.flowfabric.store.postgres;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.testkit.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates executions one after the other and notes every answer; only typed errors are answers. */
final class Submitter implements Callable<List<ExecutionId>> {
    private final Client client;
    private final AtomicInteger acknowledged;
    private final AtomicBoolean stop;

    Submitter(Client client, AtomicInteger acknowledged, AtomicBoolean stop) {
        this.client = client;
        this.acknowledged = acknowledged;
        this.stop = stop;
    }

    /** Answers what was acknowledged. Fails with whatever is not a typed error. */
    @Override
    public List<ExecutionId> call() {
        var created = new ArrayList<ExecutionId>();
        while (!stop.get()) {
            try {
                created.add(client.create());
                acknowledged.incrementAndGet();
            } catch (EngineException refused) {
                Thread.onSpinWait();
            }
        }
        return created;
    }
}
