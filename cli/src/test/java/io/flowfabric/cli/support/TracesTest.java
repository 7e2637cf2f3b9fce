package io.flowfabric.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.flowfabric.server.config.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TracesTest {
    @Test
    void spansReachTheCollectorBeforeTheProcessEnds() throws IOException, InterruptedException {
        var received = new LinkedBlockingQueue<String>();
        var collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            received.add(exchange.getRequestURI().getPath());
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        try {
            String address = "http://127.0.0.1:" + collector.getAddress().getPort();
            try (var traces = Traces.open(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", address))) {
                traces.openTelemetry()
                        .getTracer("test")
                        .spanBuilder("request")
                        .startSpan()
                        .end();
            }
            assertThat(received.poll(30, TimeUnit.SECONDS)).isEqualTo("/v1/traces");
        } finally {
            collector.stop(0);
        }
    }

    @Test
    void valueThatCannotBeUsedIsRefused() {
        assertThatThrownBy(() -> Traces.open(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "nowhere")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("nowhere");
    }
}
