package io.flowfabric.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.server.config.ConfigurationException;
import io.flowfabric.server.config.Setting;
import io.flowfabric.server.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Against a server of our own that takes what Sentry's would. */
@Timeout(60)
class ErrorReportsTest {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorReportsTest.class);

    private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
    private HttpServer sentry;

    @BeforeEach
    void listen() throws IOException {
        sentry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sentry.createContext("/", exchange -> {
            try (var body = new GZIPInputStream(exchange.getRequestBody())) {
                received.add(exchange.getRequestURI().getPath() + "\n"
                        + new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        sentry.start();
    }

    @AfterEach
    void stop() {
        sentry.stop(0);
    }

    @Test
    void errorsInTheLogAreReportedBeforeTheProcessEnds() throws InterruptedException {
        try (var reports = reports(Map.of(Setting.SENTRY_ENVIRONMENT, "staging", Setting.SENTRY_RELEASE, "shop-7"))) {
            LOG.warn("this is not one");
            reports.watch(() -> LOG.error("store {} is away", "A", new IllegalStateException("no route")));
        }

        assertThat(received.poll(30, TimeUnit.SECONDS))
                .startsWith("/api/42/envelope/")
                .contains("store A is away", "no route", "ErrorReportsTest", "staging", "shop-7");
        assertThat(received).isEmpty();
    }

    @Test
    void whatEndsTheServerIsReportedUnlessItIsARefusal() throws InterruptedException {
        try (var reports = reports(Map.of())) {
            assertThatThrownBy(() -> reports.watch(() -> {
                        throw new IllegalStateException("a bug");
                    }))
                    .hasMessage("a bug");
            assertThatThrownBy(() -> reports.watch(() -> {
                        throw EngineError.of(ErrorCode.UNAVAILABLE, "store", "Start it.")
                                .toException();
                    }))
                    .hasMessageContaining("Start it.");
        }

        assertThat(received.poll(30, TimeUnit.SECONDS)).contains("a bug", "production", Version.number());
        assertThat(received).isEmpty();
    }

    @Test
    void nothingIsReportedWithoutAnAddressNorAfterwards() throws InterruptedException {
        try (var reports = ErrorReports.open(Settings.of(Map.of(), Map.of(), Map.of()))) {
            reports.watch(() -> LOG.error("not reported"));
        }
        reports(Map.of()).close();
        LOG.error("not reported any more");

        assertThat(received.poll(300, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void addressThatIsNoneIsRefusedWithoutBeingShown() {
        for (String wrong : new String[] {"nowhere", "https://secret@", "https://host/1"}) {
            var settings = Settings.of(Map.of(Setting.SENTRY_DSN, wrong), Map.of(), Map.of());

            assertThatThrownBy(() -> ErrorReports.open(settings))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageStartingWith("FF_SENTRY_DSN cannot be used")
                    .hasMessageNotContaining(wrong);
        }
    }

    private ErrorReports reports(Map<Setting, String> more) {
        var given = new HashMap<>(more);
        given.put(
                Setting.SENTRY_DSN,
                "http://key@127.0.0.1:%d/42".formatted(sentry.getAddress().getPort()));
        return ErrorReports.open(Settings.of(given, Map.of(), Map.of()));
    }
}
