package io.flowfabric.store.postgres.faults;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.testkit.Client;
import java.io.IOException;
import java.time.Duration;

/** Two engines on one store: one reaches the server through a {@link FrameProxy}, the other directly. */
record FaultyLink(FrameProxy proxy, Client client, Client watcher) implements AutoCloseable {

    /** @param connections of the engine behind the proxy */
    static FaultyLink open(Duration callTimeout, int connections) throws IOException {
        String address = TestPostgres.freshAddress();
        var watcher = Client.open(address);
        var proxy = FrameProxy.inFrontOf(address);
        var settings = EngineSettings.DEFAULT.withTimers(false).withCallTimeout(callTimeout);
        var options = StoreOptions.DEFAULT.withConnections(connections);
        return new FaultyLink(proxy, Client.open(proxy.address(address), settings, options), watcher);
    }

    /** Runs a call while the proxy is armed; answers whether the fault has happened meanwhile. */
    boolean meets(Aim aim, Runnable call) {
        proxy.arm(aim);
        try {
            call.run();
        } finally {
            proxy.disarm();
        }
        return proxy.hasFired();
    }

    @Override
    public void close() throws IOException {
        proxy.cutAll();
        client.close();
        watcher.close();
        proxy.close();
    }
}
