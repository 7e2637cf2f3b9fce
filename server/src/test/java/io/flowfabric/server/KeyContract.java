package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.Route;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 07 §1.5 and 08 §6: authentication. */
abstract class KeyContract extends ServerSuite {
    private static final String TOKEN = "s3cret-token-of-the-test";
    private static final Route PING = Route.get("/x", Route.Access.ANY_KEY, Route.Style.REMOTE, exchange -> {});

    @Test
    void everyRouteButHealthNeedsTheToken() {
        var keyed = keyed();
        var routes = http.get("/openapi.json").body().get("paths");

        routes.fieldNames()
                .forEachRemaining(path -> routes.get(path).fieldNames().forEachRemaining(method -> {
                    var request = keyed.request(
                                    path.replace("{operation}", "ping").replaceAll("[{}]", ""))
                            .method(method.toUpperCase(Locale.ROOT), BodyPublishers.noBody());
                    var answer = keyed.send(request).join();
                    if (path.equals("/healthz") || path.equals("/readyz") || path.equals("/metrics")) {
                        assertThat(answer.status()).as(path).isEqualTo(200);
                    } else {
                        assertThat(answer.status()).as(path).isEqualTo(401);
                        assertThat(answer.body().get("error").textValue())
                                .isEqualTo("missing or invalid Authorization header");
                        // A feed has no end to wait for.
                        if (!path.equals("/v1/events")) {
                            var let = keyed.send(request.header("Authorization", "Bearer " + TOKEN));
                            assertThat(let.join().status()).as(path).isNotIn(401, 403);
                        }
                    }
                }));
        assertThat(keyed.with(TOKEN).call("ping", "{}").status()).isEqualTo(200);
    }

    @Test
    void unknownPathIsUnauthorizedWithoutAKeyAndUnknownWithOne() {
        var keyed = keyed();

        assertThat(keyed.get("/nowhere").status()).isEqualTo(401);
        assertThat(keyed.get("/nowhere").headers().firstValue("WWW-Authenticate"))
                .contains("Bearer");
        assertThat(keyed.with(TOKEN).get("/nowhere").status()).isEqualTo(404);
        var refused = keyed.call("nonsense", "{}");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.body().get("kind").textValue()).isEqualTo("unauthorized");
        assertThat(refused.body().get("code").textValue()).isEqualTo("unauthorized");
        assertThat(refused.body().get("retryable").booleanValue()).isFalse();
        assertThat(keyed.with(TOKEN).call("nonsense", "{}").status()).isEqualTo(404);
    }

    @Test
    void onlyTheExactSpellingOpens() {
        var one = Keys.single(TOKEN);

        for (String wrong : List.of(
                "bearer " + TOKEN,
                "Bearer " + TOKEN + " ",
                "Bearer  " + TOKEN,
                TOKEN,
                "Basic " + TOKEN,
                "Bearer ",
                "")) {
            assertThatThrownBy(() -> one.admit(Optional.of(wrong), PING))
                    .as(wrong)
                    .isInstanceOfSatisfying(
                            Problem.class,
                            refused -> assertThat(refused.status()).isEqualTo(401));
        }
        assertThat(one.admit(Optional.of("Bearer " + TOKEN), PING).name()).isEqualTo("default");
    }

    @Test
    void changedFileTakesEffectAndABrokenOneDoesNot() throws IOException {
        var file = KeyFiles.in(keys, KeyFiles.key("old", "'read'", ""));
        var caller = new HttpCaller(another(file.config()).address());
        assertThat(caller.with("token-of-key-old").call("ping", "{}").status()).isEqualTo(200);

        file.replace("[" + KeyFiles.key("new", "'read'", "") + "]");
        assertThat(caller.with("token-of-key-old").call("ping", "{}").status()).isEqualTo(401);
        assertThat(caller.with("token-of-key-new").call("ping", "{}").status()).isEqualTo(200);

        try (var log = new LogWatch("io.flowfabric.server.auth", Level.INFO)) {
            for (String broken : List.of(
                    "[{'name':'x','token':'hidden-token-number-1','scopes':['read']}",
                    "[{'name':'x','token':hidden-token-number-2,'scopes':['read']}]",
                    "[{'name':'x','token':'hidden-token-number-3','scopes':['root']}]",
                    "[{'name':'x','token':'hidden-token-number-4','scopes':['read'],'namesapce':'a'}]",
                    "[{'name':'x','token':'hidden 5','scopes':['read']}]",
                    "[{'name':'x','token':'hidden-token-number-6','scopes':['read']},{'name':'y','token':'hidden-token-number-6','scopes':['read']}]",
                    "{}")) {
                file.replace(broken);
                assertThat(caller.with("token-of-key-new").call("ping", "{}").status())
                        .as(broken)
                        .isEqualTo(200);
            }
            Files.delete(file.file());
            assertThat(caller.with("token-of-key-new").call("ping", "{}").status())
                    .isEqualTo(200);
            assertThat(log.lines())
                    .hasSize(8)
                    .allMatch(line -> line.contains("stay in force"))
                    .noneMatch(line -> line.contains("hidden"));
        }
    }

    @Test
    void keyThatIsTakenAwayLosesItsFeed() throws IOException {
        var file = KeyFiles.in(keys, KeyFiles.key("follower", "'read'", ""), KeyFiles.key("other", "'submit'", ""));
        var keyed = another(file.config());
        try (var feed = new Wire(keyed.address())) {
            feed.head("GET /v1/events HTTP/1.0", "Host: localhost", "Authorization: Bearer token-of-key-follower");
            assertThat(feed.block().get(0)).contains(" 200 ");
            feed.block();
            file.replace("[" + KeyFiles.key("other", "'submit'", "") + "]");

            // An event ends the page that was requested while the key was in force.
            new HttpCaller(keyed.address())
                    .with("token-of-key-other")
                    .call("create_execution", "{'namespace':'shop','execution_kind':'k'}")
                    .variant("Created");
            String id = submit();
            http.call("cancel_execution", "{'execution_id':'%s','reason':'no'}".formatted(id));
            Await.until(() -> keyed.eventStreams() == 0, "the feed has ended");
        }
    }

    @Test
    void keysMayHaveOnlySoManyParkedRequestsAndFeeds() throws IOException {
        var file = KeyFiles.in(
                keys,
                KeyFiles.key("small", "'work'", ",'max_parked':1,'max_event_streams':1"),
                KeyFiles.key("large", "'work'", ""));
        var keyed = another(file.config());
        var caller = new HttpCaller(keyed.address());
        String waiting = claim(",'max_wait_ms':30000");
        var parked = caller.with("token-of-key-small").later("claim", waiting);
        Await.until(() -> keyed.parkedRequests() == 1, "the claim waits");

        var refused = caller.with("token-of-key-small").call("claim", waiting);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(caller.with("token-of-key-large")
                        .call("claim", claim(",'max_wait_ms':1"))
                        .status())
                .isEqualTo(200);
        submit();
        assertThat(parked.join().status()).isEqualTo(200);

        try (var feed = new Wire(keyed.address())) {
            feed.head("GET /v1/events HTTP/1.0", "Host: localhost", "Authorization: Bearer token-of-key-small");
            assertThat(feed.block().get(0)).contains(" 200 ");
            assertThat(caller.with("token-of-key-small").get("/v1/events").status())
                    .isEqualTo(429);
        }
    }

    @Test
    void tokensStayOutOfTheLog() throws IOException {
        try (var log = new LogWatch("io.flowfabric", Level.DEBUG)) {
            var keyed = keyed();
            keyed.with(TOKEN).call("ping", "{}");
            keyed.with(TOKEN).call("sweep_workers", "{}");
            keyed.with(TOKEN + "x").call("ping", "{}");

            assertThat(log.lines()).isNotEmpty().noneMatch(line -> line.contains(TOKEN));
        }
        assertThat(Keys.single(TOKEN).toString()).doesNotContain(TOKEN);
    }

    private HttpCaller keyed() {
        var access = ServerConfig.Access.of(Keys.single(TOKEN), List.of("*"));
        return new HttpCaller(another(ServerConfig.LOOPBACK.withAccess(access)).address());
    }
}
