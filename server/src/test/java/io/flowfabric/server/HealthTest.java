package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.server.auth.Keys;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthTest {
    @Test
    void serverWhoseStoreIsGoneLivesButIsNotReadyAndTellsWithoutAKey() {
        var access = ServerConfig.Access.of(Keys.single("s3cret-of-the-test"), List.of("*"));
        var withoutStore = new RefusingEngine(new UnavailableException("ping", "The store at db.example is silent."));
        try (var server = FlowFabricServer.start(ServerConfig.LOOPBACK.withAccess(access), withoutStore)) {
            var http = new HttpCaller(server.address());

            assertThat(http.get("/healthz").status()).isEqualTo(200);
            var ready = http.get("/readyz");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.body().get("status").textValue()).isEqualTo("unavailable");
            assertThat(ready.body().get("reason").textValue()).isNotBlank();
            assertThat(ready.body().toString()).doesNotContain("db.example");
            var refused = http.with("s3cret-of-the-test").call("ping", "{}");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body().get("kind").textValue()).isEqualTo("unavailable");
            assertThat(refused.body().get("retryable").booleanValue()).isFalse();
        }
    }
}
