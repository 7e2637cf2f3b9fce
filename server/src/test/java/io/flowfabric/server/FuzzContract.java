package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.server.metrics.ServerMetrics;
import io.flowfabric.store.testkit.LongRuns;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random and almost valid requests to every route that the server describes: no answer is an internal error, every
 * refusal has the common error format, and nothing is left behind.
 */
abstract class FuzzContract extends ServerSuite {
    /** Fixed, so that a build can be repeated; long runs use another seed each time. */
    private static final int USUAL_SEED = 20_261;

    private static final Duration IN_FULL = Duration.ofMinutes(10);
    private static final int CLIENTS = 4;
    private static final int LAST_REQUESTS = 20;
    private static final Pattern COUNTED =
            Pattern.compile("(?m)^ff_http_requests_total\\{method=\"([^\"]+)\",path=\"([^\"]+)\"");
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final List<String> QUERIES = List.of(
            "after", "families", "namespace", "tag", "partition", "limit", "cursor", "wait", "from", "block_ms");

    /** Called last: afterwards the server refuses to wait. */
    private static final String LAST = "/v1/ops/shutdown_prepare";

    private static final List<String> BUSY = List.of("/v1/ops/create_execution", "/v1/ops/claim");

    private final Seen seen = new Seen();
    private final HttpClient client = HttpCaller.client();

    private record Target(String method, String path, JsonNode schema) {
        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    /** With metrics, to tell which routes were reached. */
    @Override
    ServerConfig config() {
        return ServerConfig.LOOPBACK.withTelemetry(Telemetry.NONE.withMetrics(new ServerMetrics()));
    }

    @Test
    void noRequestIsTheServersFaultAndNoneLeavesAnythingBehind() throws Exception {
        var targets = targets();
        assertThat(targets)
                .as("what is fuzzed")
                .extracting(Target::toString)
                .containsExactlyInAnyOrderElementsOf(server.routes());
        long seed = LongRuns.rounds(new Random().nextInt(), USUAL_SEED);
        var last = targets.stream()
                .filter(target -> target.path().equals(LAST))
                .findFirst()
                .orElseThrow();
        targets.remove(last);
        var pool = Executors.newFixedThreadPool(CLIENTS);
        try {
            var clients = new ArrayList<Callable<Void>>();
            for (int i = 0; i < CLIENTS; i++) {
                var random = new Random(seed + i);
                clients.add(() -> run(targets, random));
            }
            for (var done : pool.invokeAll(clients)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
        // With time for active requests to end; with none they would be answered as timeouts.
        assertThat(http.call("shutdown_prepare", "{}").body().textValue()).isEqualTo("Ok");
        var json = new RandomJson(new Random(seed), seen);
        for (int i = 0; i < LAST_REQUESTS; i++) {
            send(last, path(last, json, json::textOf), json);
        }
        var missing = new HashSet<String>();
        Await.until(
                () -> {
                    missing.clear();
                    missing.addAll(server.routes());
                    missing.removeAll(reached());
                    return missing.isEmpty();
                },
                () -> "every route was reached; missing are " + missing);
        assertThat(reached())
                .containsAll(Catalogue.all().stream()
                        .map(operation -> "POST /v1/ops/" + operation.name())
                        .toList());
        assertNothingIsLeftBehind();
    }

    /** The routes under which requests were counted; the page of the counts is not counted itself. */
    private Set<String> reached() {
        var reached = COUNTED.matcher(http.page("/metrics").body())
                .results()
                .map(line -> line.group(1) + " " + line.group(2))
                .collect(Collectors.toSet());
        reached.add("GET /metrics");
        return reached;
    }

    private List<Target> targets() {
        var targets = new ArrayList<Target>();
        http.get("/openapi.json")
                .body()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    JsonNode schema = method.getValue().at("/requestBody/content/application~1json/schema");
                    schema.findValues("properties")
                            .forEach(known -> known.fieldNames().forEachRemaining(seen::name));
                    targets.add(new Target(method.getKey().toUpperCase(Locale.ROOT), path.getKey(), schema));
                }));
        return targets;
    }

    /** Every route once, and then any of them as long as there is time. */
    private @Nullable Void run(List<Target> targets, Random random) throws Exception {
        var json = new RandomJson(random, seen);
        long end = System.nanoTime() + LongRuns.duration(IN_FULL).toNanos();
        var each = new ArrayList<>(targets);
        Collections.shuffle(each, random);
        for (Target target : each) {
            // A random path may match no route at all.
            send(target, path(target, json, name -> "x"), json);
        }
        // Without work there is little to break.
        var busy =
                targets.stream().filter(target -> BUSY.contains(target.path())).toList();
        while (System.nanoTime() < end) {
            var target = json.oneOf(json.oneIn(5) ? busy : targets);
            String path = path(target, json, json::textOf);
            // A random name may lead to another route.
            if (!path.startsWith(LAST)) {
                send(target, path, json);
            }
        }
        return null;
    }

    private void send(Target target, String path, RandomJson json) throws IOException, InterruptedException {
        byte[] body = target.method().equals("GET") ? new byte[0] : json.body(target.schema());
        var request = HttpRequest.newBuilder(URI.create("http://%s:%d%s"
                        .formatted(
                                server.address().getHostString(),
                                server.address().getPort(),
                                path)))
                .timeout(Duration.ofSeconds(40))
                .header("Content-Type", json.oneIn(50) ? "text/plain" : "application/json")
                .method(target.method(), BodyPublishers.ofByteArray(body));
        if (json.oneIn(5)) {
            request.header("FF-Bytes", json.oneIn(3) ? "text" : "json");
        }
        var response = client.send(request.build(), BodyHandlers.ofInputStream());
        String type = response.headers().firstValue("Content-Type").orElse("");
        try (var in = response.body()) {
            if (!type.startsWith("text/event-stream")) {
                check(target, body, describe(target, path, body), response, in.readAllBytes());
            }
        }
    }

    /** @param values of the variables, by name */
    private static String path(Target target, RandomJson json, UnaryOperator<String> values) {
        var path = new StringBuilder();
        Matcher variable = VARIABLE.matcher(target.path());
        while (variable.find()) {
            String name = variable.group(1).equals("id") ? "execution_id" : variable.group(1);
            variable.appendReplacement(path, Matcher.quoteReplacement(encoded(values.apply(name))));
        }
        variable.appendTail(path);
        char separator = '?';
        while (json.oneIn(2)) {
            String name = json.oneOf(QUERIES);
            String value = json.oneIn(2) ? json.textOf(name) : json.number().asText();
            path.append(separator).append(name).append('=').append(encoded(value));
            separator = '&';
        }
        return path.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String describe(Target target, String path, byte[] body) {
        return "%s %s %s".formatted(target.method(), path, new String(body, StandardCharsets.UTF_8));
    }

    private void check(Target target, byte[] body, String request, HttpResponse<?> response, byte[] bytes)
            throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String story = "%s%nanswered %d %s".formatted(request, response.statusCode(), text);
        assertThat(response.statusCode()).as(story).isLessThan(500);
        Optional<String> type = response.headers().firstValue("Content-Type");
        boolean json = type.filter("application/json"::equals).isPresent() && bytes.length > 0;
        JsonNode answer = json ? HttpCaller.JSON.readTree(bytes) : HttpCaller.JSON.nullNode();
        if (response.statusCode() < 400) {
            seen.remember(answer);
            if (target.path().endsWith("/issue_grant_and_claim")) {
                // The caller named the execution; the answer does not name it again.
                seen.leased(HttpCaller.JSON.readTree(body).get("execution_id").asText());
            }
        } else if (bytes.length > 0) {
            assertThat(answer.path("error").isTextual()).as(story).isTrue();
            assertThat(answer.get("error").textValue())
                    .as(story)
                    .doesNotContain("Exception", "\tat ", "io.flowfabric", "java.", "org.", "SQL");
            if (target.path().startsWith("/v1/ops/")) {
                assertThat(answer.path("kind").isTextual()).as(story).isTrue();
                assertThat(answer.path("code").isTextual()).as(story).isTrue();
                assertThat(answer.path("retryable").isBoolean()).as(story).isTrue();
            }
        }
    }

    private void assertNothingIsLeftBehind() {
        Await.until(() -> server.parkedRequests() == 0, "no request is parked");
        Await.until(() -> server.eventStreams() == 0, "no feed is open");
        String cursor = "";
        do {
            var page = http.call("list_executions", "{'limit':1000%s}".formatted(cursor))
                    .body();
            page.get("executions")
                    .forEach(id -> assertThat(seen.wasLeased(id.textValue()) || !isHeld(id.textValue()))
                            .as("%s is leased, and no client was told", id)
                            .isTrue());
            cursor = page.has("next_cursor")
                    ? ",'cursor':'%s'".formatted(page.get("next_cursor").asText())
                    : "";
        } while (!cursor.isEmpty());
        var threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("flowfabric-http"))
                .toList();
        assertThat(threads).hasSizeLessThanOrEqualTo(ServerConfig.Limits.DEFAULT.requests() + 60);
    }

    private boolean isHeld(String id) {
        var info = http.call("read_execution_info", "{'execution_id':'%s'}".formatted(id));
        return info.body().path("public_state").asText().equals("active");
    }
}
