package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

/**
 * 07 §1.4 and 08 §2: which of several faults is reported; here each request has every later fault, too.
 */
abstract class CheckOrderContract extends ServerSuite {
    private static final int TOO_LONG = 65_537;

    @Override
    ServerConfig config() throws IOException {
        return withKeys(
                KeyFiles.key("read", "'read'", ""),
                KeyFiles.key("admin", "'admin'", ""),
                KeyFiles.key("bound", "'admin'", ",'namespace':'a'"));
    }

    @Test
    void keyIsLookedAtBeforeScopeBeforeLengthBeforeTypeBeforeJsonBeforeArguments() throws IOException {
        String path = "/v1/ops/replay_execution";
        assertThat(announced("none", path)).isEqualTo(401);
        assertThat(announced("read", path)).isEqualTo(403);
        assertThat(announced("admin", path)).isEqualTo(413);
        assertThat(sent(path, "text/plain", "{x")).isEqualTo(415);
        assertThat(sent(path, "application/json", "{x")).isEqualTo(400);
        assertThat(sent(path, "application/json", "{}")).isEqualTo(422);
    }

    @Test
    void routesKeepTheSameOrder() throws IOException {
        String path = "/v1/executions/nonsense/cancel";
        assertThat(announced("none", path)).isEqualTo(401);
        assertThat(announced("read", path)).isEqualTo(403);
        assertThat(announced("admin", path)).isEqualTo(413);
        assertThat(sent(path, "application/json", "{}")).isEqualTo(400);
        String submissions = "/v1/executions";
        assertThat(sent(submissions, "text/plain", "{x")).isEqualTo(415);
        assertThat(sent(submissions, "application/json", "{x")).isEqualTo(400);
        assertThat(sent(submissions, "application/json", "{}")).isEqualTo(422);
    }

    @Test
    void whatBelongsToNoNamespaceIsClosedBeforeAnythingIsRead() throws IOException {
        assertThat(announced("bound", "/v1/ops/sweep_workers")).isEqualTo(403);
        assertThat(announced("admin", "/v1/ops/sweep_workers")).isEqualTo(413);
    }

    @Test
    void handleIsLookedAtBeforeTheOtherArgumentsAndTheExecution() {
        var admin = caller();
        for (String operation : new String[] {"fail", "cancel", "delay", "progress"}) {
            var refused = admin.call(operation, "{'handle':'AAAA','reason':7,'delay_until':'x','percent':'y'}");
            assertThat(refused.status()).as(operation).isEqualTo(400);
            assertThat(refused.body().get("code").textValue()).as(operation).isEqualTo("corruption");
        }
        assertThat(admin.call("fail", "{'reason':7}").status()).isEqualTo(422);
    }

    /** Many clients read the answer only when they have sent everything. */
    @Test
    void whoSendsMuchWithAWrongKeyIsToldSo() {
        var stranger = http.with("token-of-key-stranger");
        String much =
                "{'namespace':'n','execution_kind':'k','input_payload':{'text':'%s'}}".formatted("x".repeat(1_000_000));
        for (int i = 0; i < 20; i++) {
            assertThat(stranger.call("create_execution", much).status()).isEqualTo(401);
            assertThat(stranger.with("token-of-key-read")
                            .call("create_execution", much)
                            .status())
                    .isEqualTo(403);
            assertThat(sent("/nowhere", "application/json", much)).isEqualTo(404);
        }
    }

    private HttpCaller caller() {
        return http.with("token-of-key-admin");
    }

    /** The status of a request that announces too long a body without a type, and sends nothing. */
    private int announced(String key, String path) throws IOException {
        try (var wire = new Wire(server.address())) {
            return wire.head(
                            "POST %s HTTP/1.1".formatted(path),
                            "Host: localhost",
                            "Authorization: Bearer token-of-key-" + key,
                            "Content-Type: text/plain",
                            "Content-Length: " + TOO_LONG)
                    .answer()
                    .status();
        }
    }

    private int sent(String path, String type, String body) {
        var admin = caller();
        return admin.send(admin.request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)))
                .join()
                .status();
    }
}
