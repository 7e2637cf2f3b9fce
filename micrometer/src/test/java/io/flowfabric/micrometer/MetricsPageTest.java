package io.flowfabric.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MetricsPageTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void pageIsWrittenAnewForEachRequest() throws Exception {
        var scrapes = new AtomicInteger();
        try (var page = serve(() -> "ff_lease_renewal_total " + scrapes.incrementAndGet())) {
            var first = ask(page, "GET", "/metrics");

            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(first.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
            assertThat(first.body()).isEqualTo("ff_lease_renewal_total 1");
            assertThat(ask(page, "GET", "/metrics").body()).isEqualTo("ff_lease_renewal_total 2");
            assertThat(ask(page, "HEAD", "/metrics").body()).isEmpty();
        }
    }

    @Test
    void programWithoutMetricsShowsAnEmptyPage() throws Exception {
        try (var page = serve(MetricsPage.NO_METRICS)) {
            var empty = ask(page, "GET", "/metrics");

            assertThat(empty.statusCode()).isEqualTo(200);
            assertThat(empty.body()).isEmpty();
        }
    }

    @Test
    void thereIsNothingElse() throws Exception {
        try (var page = serve(() -> "text")) {
            assertThat(ask(page, "GET", "/metrics/more").statusCode()).isEqualTo(404);
            assertThat(ask(page, "GET", "/").statusCode()).isEqualTo(404);
            var posted = ask(page, "POST", "/metrics");
            assertThat(posted.statusCode()).isEqualTo(405);
            assertThat(posted.headers().firstValue("Allow")).hasValue("GET, HEAD");
        }
    }

    private static MetricsPage serve(Supplier<String> text) throws IOException {
        return MetricsPage.serve(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), text);
    }

    private HttpResponse<String> ask(MetricsPage page, String method, String path) throws Exception {
        var address = URI.create("http://127.0.0.1:" + page.address().getPort() + path);
        return client.send(
                HttpRequest.newBuilder(address)
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }
}
