package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.ServerConfig.Limits;
import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.http.connection.HttpTimeouts;
import io.flowfabric.server.http.connection.UnreadBodies;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that send slowly, and many of them. */
class SlowClientTest extends SqliteSuite {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final HttpTimeouts LONG_TIMEOUTS =
            HttpTimeouts.DEFAULT.withSilence(LONG).withHead(LONG).withBody(LONG);
    /** The beginning of a handshake record that is longer than any wait here. */
    private static final byte[] LONGEST_TLS_RECORD = {0x16, 3, 1, 0x40, 0};

    /** Each has a descriptor on either side, all in this process. */
    private static final int CONNECTIONS = 2000;

    private static final Limits FEW_THREADS = new Limits(100, 100, 5, 16_384);

    @Test
    void headThatDoesNotGoOnIsCutOff() throws IOException {
        var hasty = another(ServerConfig.LOOPBACK, LONG_TIMEOUTS.withSilence(SHORT));
        try (var wire = new Wire(hasty.address())) {
            wire.text("GET /healthz HTTP/1.1\r\nHost:");
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void headThatTricklesIsCutOff() throws IOException {
        var hasty = another(ServerConfig.LOOPBACK, LONG_TIMEOUTS.withHead(Duration.ZERO));
        try (var wire = new Wire(hasty.address())) {
            // The first request is there at once, and its connection serves another.
            assertThat(healthz(wire).answer().status()).isEqualTo(200);
            wire.text("GET /healthz HTTP/1.1\r\nX-Slow: ");
            assertThat(trickles(wire)).as("it was cut off").isFalse();
        }
    }

    @Test
    void headThatTakesItsTimeIsServed() throws IOException {
        try (var wire = new Wire(server.address())) {
            for (String part : "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".split("(?<=[ \n])")) {
                wire.text(part);
            }
            assertThat(wire.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void handshakeThatTricklesIsCutOff() throws IOException {
        var authority = TestAuthority.shared();
        var access = ServerConfig.Access.of(Keys.single("s3cret-of-the-test"), List.of("*"))
                .with(authority.shield());
        var hasty = another(ServerConfig.LOOPBACK.withAccess(access), LONG_TIMEOUTS.withHead(Duration.ZERO));
        try (var wire = new Wire(hasty.address())) {
            wire.bytes(LONGEST_TLS_RECORD);
            assertThat(trickles(wire)).as("it was cut off").isFalse();
        }
    }

    /** Sends byte after byte; answers whether the server accepted them to the end. */
    private static boolean trickles(Wire wire) throws IOException {
        for (int i = 0; i < 1000; i++) {
            try {
                wire.text("x");
            } catch (SocketException cutOff) {
                return false;
            }
            if (wire.isEndedWithin(Duration.ofMillis(50))) {
                return false;
            }
        }
        return true;
    }

    private static Wire healthz(Wire wire) throws IOException {
        return wire.head("GET /healthz HTTP/1.1", "Host: localhost");
    }

    @Test
    void bodyThatDoesNotGoOnIsCutOff() throws IOException {
        var hasty = another(ServerConfig.LOOPBACK, LONG_TIMEOUTS.withSilence(SHORT));
        try (var wire = new Wire(hasty.address())) {
            ping(wire, 10).text("{");
            assertThat(wire.answer().status()).isEqualTo(408);
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void bodyThatTricklesIsCutOff() throws IOException {
        var hasty = another(ServerConfig.LOOPBACK, LONG_TIMEOUTS.withBody(Duration.ZERO));
        try (var wire = new Wire(hasty.address())) {
            ping(wire, 10).text("{");
            var answer = wire.answer();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.body()).contains("request_timeout", "only 1 bytes of the body arrived");
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void connectionsWithoutARequestHoldNoThread() throws IOException {
        var small = another(ServerConfig.LOOPBACK.withLimits(FEW_THREADS), LONG_TIMEOUTS);
        var idle = new ArrayList<Wire>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                var wire = new Wire(small.address());
                idle.add(wire);
                if (i % 2 == 0) {
                    wire.text("GET /healthz HTTP/1.1\r\nHost:");
                }
            }
            assertThat(new HttpCaller(small.address()).get("/readyz").status()).isEqualTo(200);
            for (int i = 0; i < CONNECTIONS; i += 2) {
                assertThat(idle.get(i).text(" localhost\r\n\r\n").answer().status())
                        .isEqualTo(200);
            }
        } finally {
            for (Wire wire : idle) {
                wire.close();
            }
        }
    }

    /** More than the default backlog of 50, and no more than the system's limit. */
    @Test
    void clientsThatComeAllAtOnceAreConnectedBeforeTheyAreServed() throws IOException {
        var queue = new ArrayList<Wire>();
        server.accept(false);
        try {
            for (int i = 0; i < 120; i++) {
                queue.add(new Wire(server.address()));
            }
            server.accept(true);
            for (Wire wire : queue) {
                assertThat(healthz(wire).answer().status()).isEqualTo(200);
            }
        } finally {
            for (Wire wire : queue) {
                wire.close();
            }
        }
    }

    /** A thread that is not freed is kept for five seconds, and all of them together longer than this test may take. */
    @Test
    @Timeout(120)
    void clientThatIsRefusedAndGoesKeepsNoThread() throws IOException {
        for (int i = 0; i < 40; i++) {
            try (var wire = new Wire(server.address())) {
                assertThat(ping(wire, 1_000_000).answer().status()).isEqualTo(413);
            }
            Await.until(() -> UnreadBodies.readers() == 0, "the client is missed");
        }
    }

    private static Wire ping(Wire wire, int length) throws IOException {
        return wire.head(
                "POST /v1/ops/ping HTTP/1.1",
                "Host: localhost",
                "Content-Type: application/json",
                "Content-Length: " + length);
    }
}
