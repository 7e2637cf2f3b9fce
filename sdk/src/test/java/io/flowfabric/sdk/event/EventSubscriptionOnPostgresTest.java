package io.flowfabric.sdk.event;

import io.flowfabric.embedded.SharedServer;
import java.nio.file.Path;

class EventSubscriptionOnPostgresTest extends EventSubscriptionContract {
    @Override
    String freshAddress(Path folder) {
        return SharedServer.freshAddress();
    }
}
