package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.metrics.ServerMetrics;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
abstract class MetricsContract extends ServerSuite {
    private static final String TOKEN = "t0ken-of-the-test";

    /** 07 §7.1, as far as it is built. */
    private static final List<String> INSTRUMENTS = List.of(
            "ff_http_requests_total",
            "ff_http_request_duration_seconds_bucket",
            "ff_scanner_cycle_total",
            "ff_scanner_cycle_duration_seconds_bucket",
            "ff_claim_from_grant_duration_seconds_bucket",
            "ff_lease_renewal_total",
            "ff_attempt_outcome_total",
            "ff_shutdown_timeout_total");

    private HttpCaller watched;

    /** Only one server, so that its timers do all due work. */
    @Override
    @BeforeEach
    void startServer() {
        watched = watched(ServerConfig.LOOPBACK, Access.OPEN);
        http = watched;
    }

    private HttpCaller watched(ServerConfig config, Access access) {
        var metrics = new ServerMetrics(Duration.ofMillis(1));
        var telemetry = Telemetry.NONE.withMetrics(metrics).withMetricsAccess(access);
        return new HttpCaller(
                another(config.withTelemetry(telemetry), EngineSettings.DEFAULT.withTimerWatch(metrics.timers()))
                        .address());
    }

    private static ServerConfig keyed() {
        return ServerConfig.LOOPBACK.withAccess(ServerConfig.Access.of(Keys.single(TOKEN), List.of("*")));
    }

    private String page() {
        return watched.page("/metrics").body();
    }

    private void awaitLine(String line) {
        Await.until(() -> page().lines().anyMatch(line::equals), "the page said " + line);
    }

    private static String requests(String method, String path, int status) {
        return "ff_http_requests_total{method=\"%s\",path=\"%s\",status=\"%d\"} 1.0".formatted(method, path, status);
    }

    @Test
    void requestsAreCountedByTemplateAndUnroutedOnesTogether() {
        watched.call("ping", "{}");
        watched.get("/nowhere/secret-1");
        watched.call("no_such_operation", "{}");
        watched.call("claim", claim(",'max_wait_ms':10"));
        watched.get("/v1/executions/%7Bfp:7%7D:11111111-1111-4111-8111-111111111111");

        awaitLine(requests("POST", "/v1/ops/ping", 200));
        awaitLine(requests("GET", "unknown", 404));
        awaitLine(requests("POST", "/v1/ops/{operation}", 404));
        awaitLine(requests("POST", "/v1/ops/claim", 200));
        awaitLine(requests("GET", "/v1/executions/{id}", 404));
        assertThat(page()).doesNotContain("secret-1", "11111111").doesNotContain("no_such_operation");
    }

    @Test
    void methodThatIsNoneOfHttpsIsCountedAsOther() {
        int status = watched.send(watched.request("/healthz").method("BREW", BodyPublishers.noBody()))
                .join()
                .status();

        awaitLine(requests("OTHER", "unknown", status));
    }

    @Test
    void unauthorizedRequestsAreCountedUnderTheirRoute() {
        watched = watched(keyed(), Access.OPEN);
        watched.call("ping", "{}");

        awaitLine(requests("POST", "/v1/ops/ping", 401));
    }

    @Test
    void pageNeedsNoKeyUnlessItIsSaidSo() {
        watched = watched(keyed(), Access.OPEN);
        assertThat(watched.page("/metrics").statusCode()).isEqualTo(200);

        watched = watched(keyed(), Access.of(Scope.READ));
        assertThat(watched.page("/metrics").statusCode()).isEqualTo(401);
        assertThat(watched.raw(watched.request("/metrics").method("HEAD", BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(401);
        var let = watched.request("/metrics").header("Authorization", "Bearer " + TOKEN);
        assertThat(watched.raw(let).statusCode()).isEqualTo(200);
    }

    @Test
    void pageIsTextAndIsNotCountedItself() {
        var page = watched.page("/metrics");

        assertThat(page.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(page()).doesNotContain("path=\"/metrics\"");
    }

    @Test
    void withoutMetricsThereIsNoPage() {
        var plain = new HttpCaller(another(ServerConfig.LOOPBACK).address());

        assertThat(plain.page("/metrics").statusCode()).isEqualTo(404);
    }

    @Test
    void everyInstrumentIsListedAfterUse() {
        useEverything();

        awaitLine("ff_attempt_outcome_total{lane=\"main\",outcome=\"ok\"} 1.0");
        awaitLine("ff_lease_renewal_total{outcome=\"ok\"} 1.0");
        INSTRUMENTS.forEach(this::awaitName);
        // The first scanner of a run lists the names.
        String promoter = "scanner=\"delayed_promoter\"";
        Await.until(() -> page().contains(promoter), "the page listed " + promoter);
    }

    @Test
    void outcomesOfALaneAddUp() {
        for (int i = 0; i < 2; i++) {
            watched.call("create_execution", "{'namespace':'shop','execution_kind':'charge'}");
            var claimed = watched.call("claim", claim("").replace("main", "default"));
            watched.call("complete", OperationContract.withHandle(claimed.variant("Claimed"), ""));
        }

        awaitLine("ff_attempt_outcome_total{lane=\"default\",outcome=\"ok\"} 2.0");
    }

    /** 07 §9, item 11: the buckets must distinguish fast calls, and cover long polls. */
    @Test
    void durationsHaveBucketsFromBelowAMillisecondToAMinute() {
        watched.call("ping", "{}");
        awaitLine(requests("POST", "/v1/ops/ping", 200));

        assertThat(Pattern.compile("ff_http_request_duration_seconds_bucket\\{.*\"/v1/ops/ping\".*le=\"([^\"]+)\"")
                        .matcher(page())
                        .results()
                        .map(bucket -> bucket.group(1)))
                .hasSizeGreaterThan(10)
                .startsWith("5.0E-4", "0.001")
                .endsWith("30.0", "60.0", "+Inf");
    }

    @Test
    void claimsOfTheSchedulerAreTimedWhetherTheyFindWorkOrNot() {
        String arguments = claim(",'grant_ttl_ms':1000");
        watched.call("claim_for_worker", arguments);
        submit();
        watched.call("claim_for_worker", arguments);

        awaitLine("ff_claim_from_grant_duration_seconds_count{lane=\"main\"} 1");
        awaitLine("ff_claim_from_grant_duration_seconds_count{lane=\"other\"} 1");
    }

    @Test
    void dashboardShowsOnlyWhatIsCounted() throws IOException {
        useEverything();
        var shown = Pattern.compile("\\bff_[a-z_]+")
                .matcher(Files.readString(Path.of("..", "packaging", "grafana", "flowfabric.json")))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(shown).hasSizeGreaterThan(15);
        // Counted where the workers are.
        assertThat(shown.remove("ff_worker_at_capacity_total")).isTrue();
        shown.forEach(this::awaitName);
    }

    private void awaitName(String name) {
        var sample = Pattern.compile("(?m)^%s[ {]".formatted(name));
        Await.until(() -> sample.matcher(page()).find(), "the page listed " + name);
    }

    private void useEverything() {
        String create = "{'namespace':'shop','execution_kind':'charge','lane_id':'main'}";
        String id = watched.call("create_execution", create)
                .variant("Created")
                .get("execution_id")
                .textValue();
        watched.call(
                "issue_grant_and_claim",
                "{'execution_id':'%s','lane_id':'main','lease_duration_ms':30000}".formatted(id));
        submitDelayed();
        watched.call("create_execution", create);
        var handle = watched.call("claim", claim(""))
                .variant("Claimed")
                .get("handle")
                .textValue();
        watched.call("renew", "{'handle':'%s'}".formatted(handle));
        watched.call("complete", "{'handle':'%s'}".formatted(handle));
    }

    /** Due work for the timers. */
    private void submitDelayed() {
        long now = watched.call("server_time_ms", "{}").body().asLong();
        watched.call(
                "create_execution",
                "{'namespace':'shop','execution_kind':'charge','lane_id':'later','delay_until':%d}"
                        .formatted(now + 500));
    }

    @Test
    void gaugesShowWhatThereIs() {
        submit();
        submit();
        awaitLine("ff_lane_backlog{lane=\"main\"} 2.0");

        watched.call("claim", claim(""));
        awaitLine("ff_lane_backlog{lane=\"main\"} 1.0");
        awaitLine("ff_leases_held 1.0");
        awaitLine("ff_workers 0.0");

        var parked = watched.later("claim", claim(",'max_wait_ms':20000").replace("main", "empty"));
        awaitLine("ff_parked_requests 1.0");
        parked.cancel(true);
        awaitLine("ff_parked_requests 0.0");
        awaitLine("ff_event_streams 0.0");
    }
}
