package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.ServerConfig.Access;
import io.flowfabric.server.http.connection.HttpTimeouts;
import io.flowfabric.server.http.pipeline.Authenticator;
import io.flowfabric.server.metrics.ServerMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Active requests when a server stops. */
class ShutdownTest extends SqliteSuite {
    private final CountDownLatch underWay = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private FlowFabricServer stopping;
    private InetSocketAddress address;

    /** A server whose requests stay active until they are released. */
    @BeforeEach
    void startSlowServer() {
        stopping = another(ServerConfig.LOOPBACK.withAccess(slow()));
        address = stopping.address();
    }

    private Access slow() {
        return new Access(
                Authenticator.OPEN,
                engine -> principal -> {
                    underWay.countDown();
                    pause();
                    return engine;
                },
                false,
                List.of("*"));
    }

    private void pause() {
        try {
            goOn.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("The server did not let a request finish", interrupted);
        }
    }

    @Test
    void serverThatWasToldToPrepareIsNotReadyAnyMoreButServes() {
        assertThat(http.get("/readyz").status()).isEqualTo(200);

        assertThat(http.call("shutdown_prepare", "{}").body().textValue()).isEqualTo("Ok");

        var ready = http.get("/readyz");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.body().get("reason").textValue()).isEqualTo("the server is shutting down");
        assertThat(http.get("/healthz").status()).isEqualTo(200);
        assertThat(http.call("read_execution_state", "{'execution_id':'%s'}".formatted(submit()))
                        .body()
                        .textValue())
                .isEqualTo("waiting");
    }

    @Test
    void serverThatWasToldToPrepareRefusesCallsThatWouldWait() {
        http.call("shutdown_prepare", "{}");

        var refused = http.call("claim", claim(",'max_wait_ms':30000"));

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body().get("kind").textValue()).isEqualTo("unavailable");
        assertThat(refused.body().get("retryable").booleanValue()).isFalse();
        assertThat(server.parkedRequests()).isZero();
        String id = submit();
        assertThat(http.call("claim", claim(",'max_wait_ms':30000"))
                        .variant("Claimed")
                        .get("execution_id")
                        .textValue())
                .as("calls that need not wait are served")
                .isEqualTo(id);
    }

    @Test
    void requestUnderWayIsAnswered() throws Exception {
        try (var wire = new Wire(stopping.address())) {
            wire.post("ping", "{}");
            var closed = close();

            goOn.countDown();

            assertThat(wire.answer().status()).isEqualTo(200);
            closed.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void answerToARequestUnderWaySaysThatTheConnectionEnds() throws Exception {
        try (var wire = new Wire(address)) {
            wire.post("ping", "{}");
            var closed = close();
            // Sent before the answer to the first, and never answered: the client sees the end and may repeat it.
            wire.post("ping", "{}");

            goOn.countDown();

            var answer = wire.answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.head()).contains("Connection: close");
            assertThat(wire.answerUnlessEnded()).isEmpty();
            closed.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void nextRequestOnAConnectionThatIsStillOpenIsRefused() throws Exception {
        stopping = another(
                ServerConfig.LOOPBACK.withAccess(slow()), HttpTimeouts.DEFAULT.withLingering(Duration.ofMinutes(5)));
        address = stopping.address();
        try (var open = new Wire(address);
                var busy = new Wire(address)) {
            assertThat(list(open).status()).isEqualTo(200);
            // A client has its answer before the server is done with it, and one that stops then closes the connection.
            Await.until(() -> stopping.idleConnections() == 2, "both connections wait for a request");
            busy.post("ping", "{}");
            var closed = close();

            var refused = list(open);

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.head()).contains("Connection: close");
            assertThat(refused.body())
                    .contains("\"kind\":\"unavailable\"", "\"code\":\"unavailable\"", "\"retryable\":false");
            assertThat(open.isEnded()).isTrue();
            // The server waits for the other side of a connection for the lingering time.
            open.endOfRequest();
            goOn.countDown();
            assertThat(busy.answer().status()).isEqualTo(200);
            busy.endOfRequest();
            closed.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void connectionWithoutARequestEndsBeforeThoseUnderWay() throws Exception {
        try (var open = new Wire(address);
                var busy = new Wire(address)) {
            assertThat(list(open).status()).isEqualTo(200);
            busy.post("ping", "{}");
            var closed = close();

            assertThat(open.isEnded()).isTrue();

            assertThat(closed).isNotDone();
            goOn.countDown();
            assertThat(busy.answer().status()).isEqualTo(200);
            closed.get(60, TimeUnit.SECONDS);
        }
    }

    /** A request that needs no engine, so that it is not delayed. */
    private static Wire.RawAnswer list(Wire wire) throws IOException {
        return wire.head("GET /v1/ops HTTP/1.1", "Host: localhost").answer();
    }

    @Test
    void addressIsKnownAfterTheEnd() {
        goOn.countDown();
        stopping.close();

        assertThat(stopping.address()).isEqualTo(address);
    }

    @Test
    void feedThatBeginsTooLateEndsAtOnceAndDelaysNothing() throws Exception {
        try (var wire = new Wire(stopping.address())) {
            wire.head("GET /v1/events HTTP/1.0", "Host: localhost");
            var closed = close();

            goOn.countDown();

            closed.get(10, TimeUnit.SECONDS);
            assertThat(stopping.eventStreams()).isZero();
        }
    }

    @Test
    void requestThatDoesNotFinishInTimeIsLeftBehindAndCounted() throws Exception {
        var metrics = new ServerMetrics();
        var config = ServerConfig.LOOPBACK.withAccess(slow()).withTelemetry(Telemetry.NONE.withMetrics(metrics));
        stopping = another(config, HttpTimeouts.DEFAULT.withFarewell(Duration.ofMillis(100)));
        address = stopping.address();
        try (var wire = new Wire(address)) {
            wire.post("ping", "{}");
            underWay.await();

            stopping.close();

            assertThat(wire.isEnded()).isTrue();
        }
        assertThat(metrics.registry().counter("ff.shutdown.timeout").count()).isEqualTo(1);
    }

    @Test
    void requestThatFinishesInTimeIsNotCounted() throws Exception {
        var metrics = new ServerMetrics();
        stopping = another(
                ServerConfig.LOOPBACK.withAccess(slow()).withTelemetry(Telemetry.NONE.withMetrics(metrics)),
                HttpTimeouts.DEFAULT.withFarewell(Duration.ofMinutes(5)));
        address = stopping.address();
        try (var wire = new Wire(address)) {
            wire.post("ping", "{}");
            var closed = close();
            goOn.countDown();
            closed.get(60, TimeUnit.SECONDS);
        }
        assertThat(metrics.registry().counter("ff.shutdown.timeout").count()).isZero();
    }

    /** Begins to stop the server while a request is active. */
    private CompletableFuture<Void> close() throws InterruptedException {
        underWay.await();
        var closed = CompletableFuture.runAsync(stopping::close);
        Await.until(() -> !accepts(), "it accepts no more connections");
        return closed;
    }

    private boolean accepts() {
        try {
            new Wire(address).close();
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
