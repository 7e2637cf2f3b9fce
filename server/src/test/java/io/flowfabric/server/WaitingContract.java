package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Chapter 08 §3: long polls. */
abstract class WaitingContract extends ServerSuite {
    private static final String WAIT = ",'max_wait_ms':30000";

    @Test
    void parkedClaimIsAnsweredByASubmit() throws Exception {
        var claim = http.later("claim", claim(WAIT));
        parked(1);

        String id = submit();

        assertThat(claim.get(25, TimeUnit.SECONDS)
                        .variant("Claimed")
                        .get("execution_id")
                        .textValue())
                .isEqualTo(id);
        parked(0);
    }

    @Test
    void parkedClaimFromManyLanesIsAnsweredByASubmitToOne() throws Exception {
        String lanes = IntStream.range(0, 99)
                .mapToObj("{'lane_id':'lane-%d','weight':2},"::formatted)
                .collect(Collectors.joining("", "'lanes':[", "{'lane_id':'main'}]"));
        var claim = http.later("claim", claim(WAIT).replace("'lane_id':'main'", lanes));
        parked(1);

        String id = submit();

        // Sooner than the fallback poll.
        var claimed = claim.get(15, TimeUnit.SECONDS).variant("Claimed");
        assertThat(claimed.get("execution_id").textValue()).isEqualTo(id);
        assertThat(claimed.get("lane_id").textValue()).isEqualTo("main");
    }

    @Test
    void parkedClaimIsAnsweredByASubmitToAnotherServer() throws Exception {
        var elsewhere = new HttpCaller(another(ServerConfig.LOOPBACK).address());
        var claim = elsewhere.later("claim", claim(WAIT));

        String id = submit();

        assertThat(claim.get(25, TimeUnit.SECONDS)
                        .variant("Claimed")
                        .get("execution_id")
                        .textValue())
                .isEqualTo(id);
    }

    @Test
    void manyParkedClaimsShareWhatComes() throws Exception {
        var claims = new ArrayList<CompletableFuture<HttpAnswer>>();
        for (int i = 0; i < 50; i++) {
            claims.add(http.later("claim", claim(WAIT)));
        }
        parked(50);

        for (int i = 0; i < 50; i++) {
            submit();
        }

        assertThat(claims.stream()
                        .map(claim -> claim.orTimeout(25, TimeUnit.SECONDS)
                                .join()
                                .variant("Claimed")
                                .get("execution_id")
                                .textValue())
                        .distinct())
                .hasSize(50);
    }

    @Test
    void clientThatHasGoneWhileParkedTakesNoWork() throws Exception {
        try (var client = new Wire(server.address())) {
            client.post("claim", claim(WAIT));
            parked(1);
        }
        parked(0);

        String id = submit();

        var claimed = http.call("claim", claim("")).variant("Claimed");
        assertThat(claimed.get("execution_id").textValue()).isEqualTo(id);
        assertThat(claimed.get("kind").textValue()).isEqualTo("Fresh");
    }

    @Test
    void connectionOfAParkedRequestServesTheNext() throws Exception {
        try (var client = new Wire(server.address())) {
            client.post("claim", claim(WAIT));
            parked(1);
            submit();
            assertThat(client.answer().status()).isEqualTo(200);

            client.post("claim", claim(WAIT));
            parked(1);
            submit();
            assertThat(client.status()).contains(" 200 ");
        }
    }

    @Test
    void claimForSeveralTakesWhatIsThereAndDoesNotWaitForMore() {
        submit();
        submit();
        submit();

        assertThat(http.call("claim", claim(",'limit':5" + WAIT)).variant("ClaimedMany"))
                .hasSize(3);
        long begun = System.nanoTime();
        var none = http.later("claim", claim(",'limit':5,'max_wait_ms':500"));
        parked(1);
        assertThat(none.join().body().textValue()).isEqualTo("NoWork");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(490));
    }

    @Test
    void resultIsAwaitedUntilTheEnd() throws Exception {
        String id = submit();
        var claimed = http.call("claim", claim("")).variant("Claimed");
        assertThat(http.call("await_result", "{'execution_id':'%s','max_wait_ms':20}".formatted(id))
                        .body()
                        .textValue())
                .isEqualTo("Pending");
        assertThat(http.call("await_result", "{'execution_id':'%s'%s}".formatted(RouteSuite.UNKNOWN, WAIT))
                        .status())
                .isEqualTo(404);
        var result = http.later("await_result", "{'execution_id':'%s'%s}".formatted(id, WAIT));
        parked(1);

        http.call("complete", OperationContract.withHandle(claimed, ",'payload':[7]"));

        var ended = result.get(25, TimeUnit.SECONDS).variant("Ended");
        assertThat(ended.get("public_state").textValue()).isEqualTo("completed");
        assertThat(ended.get("result").get(0).intValue()).isEqualTo(7);
    }

    @Test
    void pageOfEventsIsWaitedFor() throws Exception {
        var page = http.later("subscribe_completion", "{'max_wait_ms':30000}");
        parked(1);
        String id = submit();
        http.call("cancel_execution", "{'execution_id':'%s','reason':'no'}".formatted(id));

        var events = page.get(25, TimeUnit.SECONDS).variant("events");

        assertThat(events).hasSize(1);
        assertThat(events.get(0).get("execution_id").textValue()).isEqualTo(id);
        assertThat(events.get(0).get("outcome").textValue()).isEqualTo("cancelled");
    }

    @Test
    void moreThanMayWaitAreTurnedAwayWithAHint() {
        var small = another(ServerConfig.LOOPBACK.withLimits(new ServerConfig.Limits(1, 1, 20, 8192)));
        var caller = new HttpCaller(small.address());
        var first = caller.later("claim", claim(WAIT));
        parked(small, 1);

        var second = caller.call("claim", claim(WAIT));

        assertThat(second.status()).isEqualTo(429);
        assertThat(second.body().get("kind").textValue()).isEqualTo("resource_exhausted");
        assertThat(second.body().get("code").textValue()).isEqualTo("resource_exhausted");
        assertThat(second.body().get("retryable").booleanValue()).isTrue();
        assertThat(second.body().at("/details/max").intValue()).isEqualTo(1);
        assertThat(second.headers().firstValue("Retry-After")).isPresent();
        submit();
        assertThat(first.join().status()).isEqualTo(200);
    }

    @Test
    void serverThatStopsAnswersParkedRequests() throws Exception {
        var other = another(ServerConfig.LOOPBACK);
        var caller = new HttpCaller(other.address());
        String id = submit("'delay_until':99999999999999");
        var claim = caller.later("claim", claim(WAIT));
        var result = caller.later("await_result", "{'execution_id':'%s'%s}".formatted(id, WAIT));
        parked(other, 2);

        other.close();

        assertThat(claim.get(25, TimeUnit.SECONDS).body().textValue()).isEqualTo("NoWork");
        assertThat(result.get(25, TimeUnit.SECONDS).body().textValue()).isEqualTo("Pending");
    }

    private void parked(int count) {
        parked(server, count);
    }

    private static void parked(FlowFabricServer server, int count) {
        Await.untilParked(server, count);
    }
}
