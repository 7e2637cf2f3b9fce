package io.flowfabric.sdk.event;

import io.flowfabric.sdk.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;

class EventSubscriptionOverHttpTest extends EventSubscriptionContract {
    private TestServer server;

    @Override
    String freshAddress(Path folder) {
        server = TestServer.on("sqlite:" + folder.resolve("events.db"));
        return server.address();
    }

    /** A fabric releases its cursors when it closes, and would wait for a server that was closed before it. */
    @AfterEach
    @Override
    void close() {
        super.close();
        server.close();
    }
}
