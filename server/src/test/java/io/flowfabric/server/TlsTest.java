package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.auth.TlsKeystore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TlsTest extends SqliteSuite {
    private final TestAuthority authority = TestAuthority.shared();

    @Test
    void serverProvesWhoItIsAndParksRequestsBehindTls() throws Exception {
        var access = ServerConfig.Access.of(Keys.single("s3cret-of-the-test"), List.of("*"))
                .with(authority.shield());
        var secure = another(ServerConfig.LOOPBACK.withAccess(access));
        var caller = HttpCaller.secure(secure.address(), authority.trust()).with("s3cret-of-the-test");

        var waiting = caller.later("claim", claim(",'max_wait_ms':30000"));
        Await.untilParked(secure, 1);
        String id = submit();
        assertThat(waiting.get(20, TimeUnit.SECONDS)
                        .variant("Claimed")
                        .get("execution_id")
                        .textValue())
                .isEqualTo(id);

        try (var plain = new Wire(secure.address())) {
            plain.head("GET /healthz HTTP/1.1", "Host: localhost");
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
}
