package io.flowfabric.sdk;

import org.junit.jupiter.api.AfterEach;

class AdminOverHttpTest extends AdminTest {
    private TestServer server;

    @Override
    String address() {
        server = TestServer.on("sqlite::memory:");
        return server.address();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }
}
