package io.flowfabric.sdk;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class EventSubscriptionOverHttpTest extends EventSubscriptionContract {
    private TestServer server;

    @Override
    String freshAddress(Path folder) {
        server = TestServer.on("sqlite:" + folder.resolve("events.db"));
        return server.address();
    }

    @Override
    @Test
    @Disabled(
            "A subscriber that is closed before the answer of the server arrives does not know that it holds the cursor, "
                    + "and the next one waits for the end of its lease, longer than this test")
    void nameThatHasHandledNothingIsToldOfWhatIsGoneToo() {}

    @AfterEach
    void stopServer() {
        server.close();
    }
}
