package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Chapter 07 §4.1 to §4.7: submitting and reading executions. */
abstract class ExecutionRouteContract extends RouteSuite {
    @Test
    void createdExecutionWaitsAndIsReadBackAsItWasGiven() {
        String id = freshId();

        var created = post("/v1/executions", submission(id, ",'tags':{'app.tenant':'acme'}"));

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.variant("Created").get("execution_id").textValue()).isEqualTo(id);
        assertThat(created.variant("Created").get("public_state").textValue()).isEqualTo("waiting");
        var info = info(id);
        assertThat(info.get("execution_id").textValue()).isEqualTo(id);
        assertThat(info.get("namespace").textValue()).isEqualTo("shop");
        assertThat(info.get("lane_id").textValue()).isEqualTo("main");
        assertThat(info.get("priority").intValue()).isEqualTo(5);
        assertThat(info.get("execution_kind").textValue()).isEqualTo("charge");
        assertThat(info.get("state_vector")).hasSize(7);
        assertThat(info.at("/state_vector/eligibility_state").textValue()).isEqualTo("eligible_now");
        assertThat(info.get("blocking_detail").textValue()).isEmpty();
        assertThat(claimed("").get("input_payload").toString()).isEqualTo("[123,125]");
    }

    @Test
    void futureDelayIsAnsweredAsDelayed() {
        var created = post("/v1/executions", submission(freshId(), ",'delay_until':" + (serverTime() + 3_600_000)));

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.variant("Created").get("public_state").textValue()).isEqualTo("delayed");
    }

    @Test
    void repeatedIdIsADuplicateOfItself() {
        String id = create();

        var again = post("/v1/executions", submission(id, ""));

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.variant("Duplicate").get("execution_id").textValue()).isEqualTo(id);
    }

    @Test
    void repeatedKeyIsADuplicateOfTheFirstAndAnEmptyOneIsNone() {
        String first = create(",'idempotency_key':'order-42'");

        var again = post("/v1/executions", submission(freshId(), ",'idempotency_key':'order-42'"));

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.variant("Duplicate").get("execution_id").textValue()).isEqualTo(first);
        create(",'idempotency_key':''");
        assertThat(post("/v1/executions", submission(freshId(), ",'idempotency_key':''"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void partitionBesideTheIdIsInformationOnly() {
        assertThat(post("/v1/executions", submission(freshId(), ",'partition_id':0"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void idBeyondThePartitionsIsBadInputToCreateAndUnknownToTheRest() {
        String beyond = "{fp:256}:11111111-1111-4111-8111-111111111111";

        var refused = post("/v1/executions", submission(beyond, ""));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().get("error").textValue()).startsWith("invalid_input");
        assertThat(get(path(beyond, "")).status()).isEqualTo(404);
        assertThat(get("/v1/executions?partition=256").body().get("executions")).isEmpty();
    }

    @Test
    void priorityIsClamped() {
        String high = freshId();
        String low = freshId();
        post("/v1/executions", submission(high, "").replace("'priority':5", "'priority':50000"));
        post("/v1/executions", submission(low, "").replace("'priority':5", "'priority':-5"));

        assertThat(info(high).get("priority").intValue()).isEqualTo(9000);
        assertThat(info(low).get("priority").intValue()).isZero();
    }

    @Test
    void policyAndTagsAreJudgedByTheEngine() {
        assertThat(refusedCreate(",'policy':{'routing_requirements':{'required_capabilities':['a,b']}}"))
                .startsWith("invalid_capabilities: required:comma_in_token");
        assertThat(refusedCreate(",'policy':{'retry_policy':{'max_retries':-1}}"))
                .startsWith("invalid_policy_json");
        assertThat(refusedCreate(",'tags':{'NoSuch':'x'}")).startsWith("invalid_tag_key: NoSuch");
        assertThat(refusedCreate(",'tags':{'acme.a':'x\\u0000'}"))
                .startsWith("invalid_input: tags.acme.a: must not contain U+0000 at position 1");
    }

    private String refusedCreate(String more) {
        var refused = post("/v1/executions", submission(freshId(), more));
        assertThat(refused.status()).as("%s answered %s", more, refused.body()).isEqualTo(400);
        assertThat(refused.body().has("kind")).isFalse();
        assertThat(refused.body().has("retryable")).isFalse();
        return refused.body().get("error").textValue();
    }

    @Test
    void clocksOfClientsChangeNothing() {
        long past = serverTime() - 1000;

        String id = create(",'now':1,'delay_until':%d,'partition_id':0".formatted(past));

        assertThat(state(id)).isEqualTo("waiting");
        assertThat(Long.parseLong(info(id).get("created_at").textValue())).isGreaterThan(past);
        assertThat(post(path(id, "/cancel"), cancellation(id, ",'now':99999999999999"))
                        .status())
                .isEqualTo(200);
        assertThat(Long.parseLong(info(id).get("completed_at").textValue())).isLessThan(99_999_999_999_999L);
    }

    @Test
    void unknownExecutionIsNotFoundUnderEveryRead() {
        for (String more : List.of("", "/state", "/result", "/explain")) {
            var missing = get(path(UNKNOWN, more));

            assertThat(missing.status()).as(more).isEqualTo(404);
            assertThat(missing.body().get("error").textValue()).as(more).contains("not found");
            assertThat(missing.body().has("kind")).isFalse();
            assertThat(missing.body().has("retryable")).isFalse();
        }
        assertThat(get(path(UNKNOWN, "")).body().get("error").textValue()).isEqualTo("execution not found: " + UNKNOWN);
        assertThat(get(path(UNKNOWN, "/result")).body().get("error").textValue())
                .isEqualTo("execution result not found: " + UNKNOWN);
    }

    @Test
    void stateIsABareText() {
        var state = get(path(create(), "/state"));

        assertThat(state.status()).isEqualTo(200);
        assertThat(state.body().isTextual()).isTrue();
        assertThat(state.body().textValue()).isEqualTo("waiting");
    }

    @Test
    void timesAreTextOnceTheyHappenedAndASoloExecutionHasNoFlow() {
        String id = create();
        var waiting = info(id);
        assertThat(waiting.get("created_at").isTextual()).isTrue();
        assertThat(waiting.has("started_at")).isFalse();
        assertThat(waiting.has("completed_at")).isFalse();
        assertThat(waiting.get("flow_id").isNull()).isTrue();
        assertThat(waiting.get("current_attempt_index").intValue()).isZero();

        var claim = claimed("");
        String started = info(id).get("started_at").textValue();
        assertThat(started).matches("\\d+");
        assertThat(info(id).has("completed_at")).isFalse();

        complete(claim, "");
        assertThat(info(id).get("started_at").textValue()).isEqualTo(started);
        assertThat(info(id).get("completed_at").textValue()).matches("\\d+");
    }

    @Test
    void pagesChainWithoutGapsOrRepeats() {
        var created = new TreeSet<String>();
        for (int i = 0; i < 5; i++) {
            created.add(create());
        }
        var seen = new ArrayList<String>();
        String cursor = "";
        do {
            var page = get("/v1/executions?partition=86&limit=2&cursor=" + encoded(cursor));
            assertThat(page.status()).isEqualTo(200);
            page.body().get("executions").forEach(id -> seen.add(id.textValue()));
            assertThat(page.body().has("next_cursor")).isTrue();
            cursor = page.body().get("next_cursor").asText("");
        } while (!cursor.equals("null") && !cursor.isEmpty());

        assertThat(seen).containsExactlyElementsOf(created);
    }

    @Test
    void listIsOfOnePartitionAndLimitsAreReduced() {
        for (int i = 0; i < 51; i++) {
            create();
        }

        assertThat(get("/v1/executions?partition=86").body().get("executions")).hasSize(50);
        assertThat(get("/v1/executions?partition=86").body().get("next_cursor").isTextual())
                .isTrue();
        assertThat(get("/v1/executions?partition=86&limit=51")
                        .body()
                        .get("next_cursor")
                        .isNull())
                .isTrue();
        assertThat(get("/v1/executions?partition=86&limit=18446744073709551615").status())
                .isEqualTo(200);
        var none = get("/v1/executions?partition=86&limit=0").body();
        assertThat(none.get("executions")).isEmpty();
        assertThat(none.get("next_cursor").isNull()).isTrue();
        assertThat(get("/v1/executions?partition=7").body().get("executions")).isEmpty();
    }

    @Test
    void pageHasAThousandAtMost() {
        for (int batch = 0; batch < 2; batch++) {
            http.call(
                    "submit_batch",
                    "{'executions':[%s]}"
                            .formatted(Stream.generate(
                                            () -> "{'namespace':'shop','execution_kind':'k','execution_id':'%s'}"
                                                    .formatted(freshId()))
                                    .limit(501)
                                    .collect(Collectors.joining(","))));
        }

        var page = get("/v1/executions?partition=86&limit=5000").body();
        assertThat(page.get("executions")).hasSize(1000);
        assertThat(page.get("next_cursor")).isEqualTo(page.get("executions").get(999));
        var last = get("/v1/executions?partition=86&limit=5000&cursor="
                        + encoded(page.get("next_cursor").textValue()))
                .body();
        assertThat(last.get("executions")).hasSize(2);
        assertThat(last.get("next_cursor").isNull()).isTrue();
    }

    @Test
    void badQueriesAreRefusedWithTheirReason() {
        for (String query : List.of(
                "",
                "?partition=",
                "?partition=-1",
                "?partition=65536",
                "?partition=x",
                "?partition=86&limit=-1",
                "?partition=86&limit=1.5",
                "?partition=86&limit=18446744073709551616")) {
            var refused = get("/v1/executions" + query);
            assertThat(refused.status()).as(query).isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).as(query).containsPattern("partition|limit");
        }
        for (String cursor : List.of("x", "{fp:7}:11111111-1111-4111-8111-111111111111")) {
            var refused = get("/v1/executions?partition=86&cursor=" + encoded(cursor));
            assertThat(refused.status()).as(cursor).isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).startsWith("invalid cursor: ");
        }
    }

    private static String encoded(String id) {
        return id.replace("{", "%7B").replace("}", "%7D");
    }

    @Test
    void resultIsTheExactBytesFromCompletionToReplay() {
        String id = create();
        assertThat(get(path(id, "/result")).status()).isEqualTo(404);
        complete(claimed(""), ",'payload':[0,255,128,10]");

        var result = bytes(path(id, "/result"));

        assertThat(result.statusCode()).isEqualTo(200);
        assertThat(result.headers().firstValue("Content-Type")).contains("application/octet-stream");
        assertThat(result.body()).containsExactly(0, 255, 128, 10);
        postNothing(path(id, "/replay"));
        assertThat(get(path(id, "/result")).status()).isEqualTo(404);
    }

    @Test
    void completionWithoutBytesHasNoResult() {
        String without = create();
        complete(claimed(""), "");
        String empty = create();
        complete(claimed(""), ",'payload':[]");

        assertThat(get(path(without, "/result")).status()).isEqualTo(404);
        assertThat(get(path(empty, "/result")).status()).isEqualTo(404);
    }

    @Test
    void explanationIsThatOfTheOperation() {
        String id = create();

        assertThat(get(path(id, "/explain")).body())
                .isEqualTo(http.call("explain_execution", "{'execution_id':'%s'}".formatted(id))
                        .body());
    }

    @Test
    void headIsAnsweredLikeGetWithoutABody() {
        var head = http.send(http.request(path(create(), "")).method("HEAD", BodyPublishers.noBody()))
                .join();

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body().isMissingNode()).isTrue();
    }
}
