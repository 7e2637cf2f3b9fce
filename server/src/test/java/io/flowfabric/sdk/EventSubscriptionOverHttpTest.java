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

    @AfterEach
    void stopServer() {
        server.close();
    }
}
