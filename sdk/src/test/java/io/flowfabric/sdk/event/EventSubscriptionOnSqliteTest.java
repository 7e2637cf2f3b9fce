package io.flowfabric.sdk.event;

import java.nio.file.Path;

class EventSubscriptionOnSqliteTest extends EventSubscriptionContract {
    @Override
    String freshAddress(Path folder) {
        return "sqlite:" + folder.resolve("events.db");
    }
}
