package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.waiting.FallbackPolls;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that becomes unavailable and available again, under a server that goes on. */
class StoreOutageTest {
    private static final String SUBMIT = "{'namespace':'shop','execution_kind':'charge','lane_id':'main'}";

    /** How long a call waits for the store. */
    private static final EngineSettings BRIEF = EngineSettings.DEFAULT.withCallTimeout(Duration.ofSeconds(3));

    @TempDir
    Path directory;

    private PostgresServer postgres;
    private ServerOptions options;
    private LocalEngine engine;
    private FlowFabricServer server;
    private HttpCaller http;

    @BeforeEach
    void start() throws IOException {
        options = ServerOptions.FAST.in(directory.resolve("data")).onPort(freePort());
        postgres = PostgresServer.start(options);
        engine = LocalEngine.start(TestStores.postgres(postgres.address()), BRIEF, FallbackPolls.NONE);
        server = FlowFabricServer.start(ServerConfig.LOOPBACK, engine);
        http = new HttpCaller(server.address());
    }

    @AfterEach
    void stop() {
        server.close();
        engine.close();
        postgres.close();
    }

    @Test
    void serverSaysSoWhileTheStoreIsAwayAndGoesOnWhenItIsBack() throws Exception {
        String before = id(http.call("create_execution", SUBMIT));
        var claimed =
                http.call("claim", ServerSuite.claim(",'lease_ttl_ms':600000")).variant("Claimed");
        var parked = http.later("claim", ServerSuite.claim(",'max_wait_ms':30000"));
        Await.until(() -> server.parkedRequests() == 1, "a claim is parked");
        try (var feed = new Wire(server.address())) {
            feed.head("GET /v1/events?families=completion HTTP/1.0", "Host: localhost");
            feed.block();
            String place = feed.block().get(0).substring(4);

            postgres.close();

            assertThat(http.get("/healthz").status()).isEqualTo(200);
            assertThat(http.get("/readyz").status()).isEqualTo(503);
            var refused = http.call("create_execution", SUBMIT);
            assertThat(refused.status()).as("%s", refused.body()).isEqualTo(500);
            assertThat(refused.body().get("kind").textValue()).isIn("transport", "timeout");
            assertThat(refused.body().get("retryable").booleanValue()).isTrue();
            assertThat(refused.body().get("error").textValue()).doesNotContain("Exception", "\tat ", "jdbc");

            postgres = PostgresServer.start(options);

            Await.until(() -> http.get("/readyz").status() == 200, "the server is ready again");
            String after = id(http.call("create_execution", SUBMIT));
            var answered = parked.get(40, TimeUnit.SECONDS);
            // Either the wait survived, or the client was told to retry and does.
            var next =
                    answered.status() == 200 ? answered : http.call("claim", ServerSuite.claim(",'max_wait_ms':30000"));
            assertThat(next.variant("Claimed").get("execution_id").textValue()).isEqualTo(after);
            var completed = http.call("complete", OperationContract.withHandle(claimed, ""));
            assertThat(completed.status()).as("%s", completed.body()).isEqualTo(200);
            assertThat(completionAfter(place)).contains(before);
        }
        Await.until(() -> server.parkedRequests() == 0, "no request is parked");
    }

    /** The first event after a cursor, as seen by a client that reconnects. */
    private String completionAfter(String place) throws IOException {
        try (var feed = new Wire(server.address())) {
            feed.head("GET /v1/events?families=completion HTTP/1.0", "Host: localhost", "Last-Event-ID: " + place);
            feed.block();
            feed.block();
            return String.join("\n", feed.block());
        }
    }

    private static String id(HttpAnswer created) {
        return created.variant("Created").get("execution_id").textValue();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
