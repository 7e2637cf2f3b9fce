package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.auth.TlsKeystore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

class TlsTest extends SqliteSuite {
    private final TestAuthority authority = TestAuthority.shared();

    @Test
    void serverProvesWhoItIsAndParksRequestsBehindTls() throws Exception {
        var access = ServerConfig.Access.of(Keys.single("s3cret"), List.of("*")).with(authority.shield());
        var secure = another(ServerConfig.LOOPBACK.withAccess(access));
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trusting(authority.serverKeystore()))
                .build();
        var address =
                "https://localhost:%d/v1/ops/claim".formatted(secure.address().getPort());
        var request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer s3cret")
                .POST(BodyPublishers.ofString(claim(",'max_wait_ms':30000").replace('\'', '"')))
                .build();

        var waiting = client.sendAsync(request, BodyHandlers.ofString());
        Await.until(() -> secure.parkedRequests() == 1, "the claim waits");
        String id = submit();
        assertThat(waiting.get(20, TimeUnit.SECONDS).body()).contains(id);

        try (var plain = new Wire(secure.address())) {
            plain.head("GET /healthz HTTP/1.1", "Host: x");
            assertThat(plain.line()).doesNotContain("HTTP");
        }
    }

    @Test
    void keystoreThatCannotBeUsedIsRefusedWithoutItsPassword() {
        var file = authority.serverKeystore();
        for (var wrong : List.of(file, keys.resolve("none.p12"))) {
            assertThatThrownBy(() -> TlsKeystore.open(wrong, "wr0ng-pw"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(wrong.toString())
                    .hasMessageNotContaining("wr0ng-pw");
        }
        assertThat(TlsKeystore.open(file, TestAuthority.PASSWORD).toString()).doesNotContain(TestAuthority.PASSWORD);
    }

    private static SSLContext trusting(Path file) throws Exception {
        var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(KeyStore.getInstance(file.toFile(), TestAuthority.PASSWORD.toCharArray()));
        var context = SSLContext.getInstance("TLS");
        context.init(null, trusted.getTrustManagers(), null);
        return context;
    }
}
