package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Chapter 07 §4.14: permission to claim the next execution of a lane. */
abstract class ClaimRouteContract extends RouteSuite {
    private static final String NEEDS_GPU = ",'policy':{'routing_requirements':{'required_capabilities':['gpu']}}";
    private static final String CLAIM = "/v1/workers/w1/claim";

    @Test
    void laneWithoutWorkIsAnsweredWithNothing() {
        var nothing = post(CLAIM, asking(""));

        assertThat(nothing.status()).isEqualTo(204);
        assertThat(nothing.body().isMissingNode()).isTrue();
    }

    @Test
    void grantHasExactlyFourMembersAndIsConsumedByAClaim() {
        String id = create();
        long before = serverTime();

        var granted = post(CLAIM, asking(",'namespace':'elsewhere','worker_id':'other','now':5"));

        assertThat(granted.status()).isEqualTo(200);
        var names = new ArrayList<String>();
        granted.body().fieldNames().forEachRemaining(names::add);
        assertThat(names).containsExactlyInAnyOrder("execution_id", "partition_key", "grant_key", "expires_at_ms");
        assertThat(granted.body().get("execution_id").textValue()).isEqualTo(id);
        assertThat(granted.body().get("partition_key").textValue()).isEqualTo("{fp:86}");
        assertThat(granted.body().get("expires_at_ms").longValue()).isGreaterThanOrEqualTo(before + 10_000);
        var claimed = http.call(
                "claim_execution",
                "{'execution_id':'%s','lane_id':'main','worker_id':'w1','worker_instance_id':'w1-a'}".formatted(id));
        assertThat(claimed.variant("Claimed").get("attempt_index").intValue()).isZero();
        assertThat(post(CLAIM, asking("")).status()).isEqualTo(204);
    }

    @Test
    void operationBehindItAnswersInTheRegularForm() {
        String arguments = "{'lane_id':'main','worker_id':'w1','worker_instance_id':'w1-a','grant_ttl_ms':10000}";
        assertThat(http.call("claim_for_worker", arguments).body().textValue()).isEqualTo("NoWork");
        String id = create();
        assertThat(http.call("claim_for_worker", arguments)
                        .variant("Granted")
                        .get("execution_id")
                        .textValue())
                .isEqualTo(id);
    }

    @Test
    void matchingExecutionBehindUnmatchedOnesIsGranted() {
        String unmatched = create(NEEDS_GPU);
        for (int i = 0; i < 20; i++) {
            create(NEEDS_GPU);
        }
        String behind = freshId();
        post("/v1/executions", submission(behind, "").replace("'priority':5", "'priority':0"));

        assertThat(post(CLAIM, asking(",'capabilities':['cpu']"))
                        .body()
                        .get("execution_id")
                        .textValue())
                .isEqualTo(behind);
        assertThat(info(unmatched).at("/state_vector/eligibility_state").textValue())
                .as("no registered worker could run it")
                .isEqualTo("blocked_by_route");
        assertThat(post(CLAIM, asking(",'capabilities':['gpu','cuda']")).status())
                .isEqualTo(200);
    }

    @Test
    void executionWithALiveGrantDoesNotHideTheOneBehindIt() {
        String front = create(",'priority':9");
        String behind = create();

        for (String next : List.of(front, behind)) {
            assertThat(post(CLAIM, asking("")).body().get("execution_id").textValue())
                    .isEqualTo(next);
        }

        assertThat(state(front)).as("its grant is not used yet").isEqualTo("waiting");
        assertThat(post(CLAIM, asking("")).status()).isEqualTo(204);
    }

    @Test
    void grantLastsOneMillisecondToOneMinute() {
        for (String bad : List.of("0", "60001")) {
            var refused = post(CLAIM, asking(",'grant_ttl_ms':" + bad));
            assertThat(refused.status()).as(bad).isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).contains("grant_ttl_ms");
        }
        assertThat(post(CLAIM, asking(",'grant_ttl_ms':60000")).status()).isEqualTo(204);
        assertThat(post(CLAIM, asking(",'grant_ttl_ms':-1")).status()).isEqualTo(422);
    }

    @Test
    void namesOfWorkersAreFreeTextWithoutGaps() {
        for (String good : List.of("w%7B1%7D", "caf%C3%A9", "a+b", "w".repeat(256))) {
            assertThat(post("/v1/workers/%s/claim".formatted(good), asking("")).status())
                    .as(good)
                    .isEqualTo(204);
        }
        for (String bad : List.of("a%20b", "a%0Ab", "w".repeat(257))) {
            var refused = post("/v1/workers/%s/claim".formatted(bad), asking(""));
            assertThat(refused.status()).as(bad).isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).startsWith("invalid_input: worker_id");
        }
        var nameless = post("/v1/workers//claim", asking(""));
        assertThat(nameless.status()).isEqualTo(400);
        assertThat(nameless.body().get("error").textValue()).startsWith("invalid_input: /v1/workers/{worker_id}/claim");
        assertThat(post("/v1/workers//claims", asking("")).status()).isEqualTo(404);
        for (String bad : List.of("", "a b", "a\\nb", "w".repeat(257))) {
            var refused = post(CLAIM, asking(",'worker_instance_id':'%s'".formatted(bad)));
            assertThat(refused.status()).as(bad).isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).startsWith("invalid_input: worker_instance_id");
        }
    }

    @Test
    void badCapabilitiesAndLanesAreBadInputAndOtherTypesAreNot() {
        for (String bad : List.of("'capabilities':['a b']", "'capabilities':['']", "'lane_id':'a,b'", "'lane_id':''")) {
            var refused = post(CLAIM, asking("," + bad));
            assertThat(refused.status())
                    .as("%s answered %s", bad, refused.body())
                    .isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).as(bad).startsWith("invalid_input");
        }
        for (String wrong : List.of("'capabilities':null", "'capabilities':'gpu'", "'capabilities':[7]")) {
            assertThat(post(CLAIM, asking("," + wrong)).status()).as(wrong).isEqualTo(422);
        }
        assertThat(post(CLAIM, "{'lane_id':'main'}").status()).isEqualTo(422);
    }

    /** Of members that occur twice the last one counts. */
    private static String asking(String more) {
        return lastOfTwo("{'lane_id':'main','worker_instance_id':'w1-a','grant_ttl_ms':10000%s}".formatted(more));
    }
}
