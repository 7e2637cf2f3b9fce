package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.op.event.SubscribeEvents;
import java.util.concurrent.CompletableFuture;

/** An engine that waits for events for a moment only, so that a feed sends its cursor often. */
record HastyPages(Engine engine) implements EngineInFront {
    private static final long MOMENT_MS = 20;

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        if (arguments instanceof SubscribeEvents page && page.maxWaitMs() > MOMENT_MS) {
            var brief = new SubscribeEvents(page.families(), page.cursor(), page.filter(), page.limit(), MOMENT_MS);
            return engine.callAsync(operation, operation.arguments().cast(brief));
        }
        return engine.callAsync(operation, arguments);
    }
}
