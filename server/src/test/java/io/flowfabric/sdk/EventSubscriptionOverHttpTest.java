package io.flowfabric.sdk;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;

class EventSubscriptionOverHttpTest extends EventSubscriptionContract {
    private TestServer server;

    @Override
    String freshAddress(Path folder) {
        server = TestServer.on("sqlite:" + folder.resolve("events.db"));
        return server.address();
    }

    /** A fabric gives its cursors back when it closes, and would wait for a server that went before it. */
    @AfterEach
    @Override
    void close() {
        super.close();
        server.close();
    }
}
