package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * 08 §6 and its line 14 on the routes of the Rust FlowFabric: a key bound to {@code a}, and executions of {@code b}.
 */
abstract class RouteNamespaceContract extends RouteSuite {
    private HttpCaller bound;

    @Override
    ServerConfig config() throws IOException {
        return withKeys(KeyFiles.key("root", "'admin'", ""), KeyFiles.key("bound", "'admin'", ",'namespace':'a'"));
    }

    @BeforeEach
    void takeKeys() {
        bound = http.with("token-of-key-bound");
        http = http.with("token-of-key-root");
    }

    @Test
    void executionOfAnotherNamespaceAnswersLikeAnUnknownOneOnEveryRoute() {
        String theirs = createIn("b");
        claimed(",'namespace':'b'");
        String unknown = freshId();
        var before = described(theirs);

        for (var request : ClassicRequest.ALL) {
            if (request.isOfOne()) {
                var foreign = request.send(bound, theirs);
                var missing = request.send(bound, unknown);

                assertThat(foreign.status())
                        .as("%s: %s", request, foreign.body())
                        .isEqualTo(404);
                assertThat(missing.status()).as(request.toString()).isEqualTo(404);
                assertThat(foreign.body().toString().replace(theirs, "ID"))
                        .as(request.toString())
                        .isEqualTo(missing.body().toString().replace(unknown, "ID"));
            }
        }

        assertThat(described(theirs)).isEqualTo(before);
    }

    @Test
    void ownExecutionIsReachedOnEveryRoute() {
        for (var request : ClassicRequest.ALL) {
            String own = createIn("a");

            assertThat(request.send(bound, own).status()).as(request.toString()).isEqualTo(request.status());
            if (!request.template().endsWith("/result")) {
                assertThat(request.send(bound, own).status())
                        .as(request.toString())
                        .isNotEqualTo(404);
            }
        }
    }

    @Test
    void pagesAndGrantsAreOfTheKeysOwn() {
        String theirs = createIn("b");
        String claim = "{'lane_id':'main','worker_instance_id':'w-1','grant_ttl_ms':10000}";
        http = bound;

        assertThat(get("/v1/executions?partition=86").body().get("executions")).isEmpty();
        assertThat(post("/v1/workers/w/claim", claim).status()).isEqualTo(204);
        String own = createIn("a");
        assertThat(get("/v1/executions?partition=86").body().get("executions"))
                .extracting(JsonNode::textValue)
                .containsExactly(own);
        assertThat(post("/v1/workers/w/claim", claim).body().get("execution_id").textValue())
                .isEqualTo(own)
                .isNotEqualTo(theirs);
    }

    @Test
    void nothingIsSubmittedToAnotherNamespaceOrUnderAnIdOfIts() {
        String theirs = createIn("b");
        http = bound;

        var forbidden = post("/v1/executions", submission(freshId(), ",'namespace':'b'"));
        assertThat(forbidden.status()).isEqualTo(403);
        assertThat(forbidden.body().get("kind").textValue()).isEqualTo("forbidden");
        assertThat(forbidden.body().get("code").textValue()).isEqualTo("namespace_forbidden");
        assertThat(forbidden.body().get("retryable").booleanValue()).isFalse();
        var taken = post("/v1/executions", submission(theirs, ",'namespace':'a'"));
        assertThat(taken.status()).isEqualTo(400);
        assertThat(taken.body().get("error").textValue()).startsWith("invalid_input");
    }

    private String createIn(String namespace) {
        return create(",'namespace':'%s'".formatted(namespace));
    }

    private JsonNode described(String id) {
        return http.call("describe_execution", "{'execution_id':'%s'}".formatted(id))
                .body();
    }
}
