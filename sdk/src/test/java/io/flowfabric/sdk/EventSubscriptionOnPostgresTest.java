package io.flowfabric.sdk;

import io.flowfabric.embedded.SharedServer;
import java.nio.file.Path;

class EventSubscriptionOnPostgresTest extends EventSubscriptionContract {
    @Override
    String freshAddress(Path folder) {
        return SharedServer.freshAddress();
    }
}
