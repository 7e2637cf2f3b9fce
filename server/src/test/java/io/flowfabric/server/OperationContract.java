package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.wire.handle.HandleSeal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Chapter 08: operations over HTTP. */
abstract class OperationContract extends ServerSuite {
    @Test
    void everyOperationIsListedWithItsScope() {
        var listed = http.get("/v1/ops");

        assertThat(listed.status()).isEqualTo(200);
        var scopes = new TreeMap<String, String>();
        listed.body().forEach(each -> {
            assertThat(each.get("description").textValue()).isNotBlank();
            scopes.put(each.get("operation").textValue(), each.get("scope").textValue());
        });
        assertThat(listed.body()).hasSize(scopes.size());
        assertThat(listed.body().findValuesAsText("operation")).isSorted();
        assertThat(scopes).isEqualTo(EmptyCall.specifiedScopes());
    }

    @Test
    void everyOperationWithoutArgumentsIsCarriedOutOrNamesTheFirstThatIsMissing() {
        var answered = new ArrayList<EmptyCall>();
        listedOperations().forEach(name -> answered.add(EmptyCall.by(name, http.call(name, "{}"))));

        assertThat(answered).containsExactlyElementsOf(EmptyCall.table());
    }

    private List<String> listedOperations() {
        return http.get("/v1/ops").body().findValuesAsText("operation");
    }

    @Test
    void textThatCannotBeStoredIsRefusedAndBytesMayBeAnything() {
        for (String member : List.of("'creator_identity':'a\\u0000'", "'tags':{'acme.a':'\\u0000'}")) {
            var refused = http.call("create_execution", submission(member));

            assertThat(refused.status())
                    .as("%s answered %s", member, refused.body())
                    .isEqualTo(400);
            assertThat(refused.body().get("code").textValue()).isEqualTo("invalid_input");
            assertThat(refused.body().get("retryable").booleanValue()).isFalse();
        }
        var mixed = http.call(
                "submit_batch",
                "{'executions':[%s,%s]}"
                        .formatted(submission("'creator_identity':'\\u0000'"), submission("'priority':1")));
        assertThat(mixed.variant("results").get(0).at("/Error/code").textValue())
                .isEqualTo("invalid_input");
        assertThat(mixed.variant("results").get(1).has("Created")).isTrue();

        submit("'input_payload':[0]");
    }

    private static String submission(String member) {
        return "{'namespace':'shop','execution_kind':'charge','lane_id':'main',%s}".formatted(member);
    }

    @Test
    void clientThatOnlySpeaksHttpCanSubmitClaimRenewCompleteAndFailWithRetry() {
        String id = submit("'policy':{'retry_policy':{'max_retries':1,'backoff':{'type':'fixed','delay_ms':0}}}");
        var first = http.call("claim", claim("")).variant("Claimed");
        assertThat(first.get("execution_id").textValue()).isEqualTo(id);
        assertThat(first.get("kind").textValue()).isEqualTo("Fresh");
        assertThat(first.get("attempt_type").textValue()).isEqualTo("initial");

        var renewed = http.call("renew", withHandle(first, ""));
        assertThat(renewed.body().get("lease_epoch").longValue()).isEqualTo(1);
        assertThat(http.call("progress", withHandle(first, ",'percent':50"))
                        .body()
                        .textValue())
                .isEqualTo("Ok");

        var failed = http.call("fail", withHandle(first, ",'reason':{'message':'no answer'}"));
        assertThat(failed.variant("RetryScheduled").has("delay_until")).isTrue();
        var second = http.call("claim", claim(",'max_wait_ms':30000")).variant("Claimed");
        assertThat(second.get("attempt_index").intValue()).isEqualTo(1);
        assertThat(http.call("complete", withHandle(second, ",'payload':{'text':'done'}"))
                        .body()
                        .textValue())
                .isEqualTo("Ok");

        var ended =
                http.call("await_result", "{'execution_id':'%s'}".formatted(id)).variant("Ended");
        assertThat(ended.get("public_state").textValue()).isEqualTo("completed");
        assertThat(ended.get("result")).hasSize(4);
        assertThat(http.call("list_attempts", "{'execution_id':'%s'}".formatted(id))
                        .body()
                        .findValuesAsText("attempt_state"))
                .containsExactly("ended_failure", "ended_success");
    }

    @Test
    void claimSaysWhenTheAttemptMustEndIfATimerEndsIt() {
        submit();
        assertThat(http.call("claim", claim("")).variant("Claimed").has("must_end_by"))
                .isFalse();

        submit("'policy':{'timeout_policy':{'attempt_timeout_ms':60000}}");
        var timed = http.call("claim", claim(",'lease_ttl_ms':20000")).variant("Claimed");
        assertThat(timed.get("must_end_by").longValue())
                .isEqualTo(timed.get("lease_expires_at").longValue() + 40_000);
    }

    @Test
    void handleOfAnotherServerOnTheStoreIsAccepted() {
        submit();
        var claimed = http.call("claim", claim("")).variant("Claimed");
        var elsewhere = new HttpCaller(another(ServerConfig.LOOPBACK).address());

        assertThat(elsewhere.call("complete", withHandle(claimed, "")).body().textValue())
                .isEqualTo("Ok");
    }

    @Test
    void forgedHandleIsRefusedBeforeAnyOtherArgument() {
        var refused = http.call("fail", "{'handle':'AAAA','class':5}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().get("code").textValue()).isEqualTo("corruption");
    }

    /** Sealed with the right key, as after moving the data to another kind of store. */
    @Test
    void handleOfAnotherKindOfStoreIsRefusedAsSuchAndChangesNothing() {
        String id = submit();
        var claimed = http.call("claim", claim("")).variant("Claimed");
        var seals = new ArrayList<HandleSeal>();
        anotherOn(engine -> {
            seals.add(HandleSeal.of(engine));
            return engine;
        });
        var own = seals.get(0).read(claimed.get("handle").textValue());

        for (BackendTag other : BackendTag.values()) {
            byte[] bytes =
                    HandleCodec.encode(other, HandleCodec.decode(own.bytes()).payload());
            String handle = seals.get(0).write(new Handle(other, own.kind(), bytes));
            var answer = http.call("renew", "{'handle':'%s'}".formatted(handle));
            if (other == own.backend()) {
                assertThat(answer.status()).isEqualTo(200);
            } else {
                assertError(answer, 400, "validation", "handle_from_other_backend");
                assertError(
                        http.call("complete", "{'handle':'%s'}".formatted(handle)),
                        400,
                        "validation",
                        "handle_from_other_backend");
            }
        }
        assertThat(http.call("read_execution_state", "{'execution_id':'%s'}".formatted(id))
                        .body()
                        .textValue())
                .isEqualTo("active");
    }

    @Test
    void batchWithOneInvalidEntryCreatesTheOthersAndNamesThatEntry() {
        var answer = http.call("submit_batch", """
                {'executions':[{'namespace':'shop','execution_kind':'a'},{'namespace':'shop'},
                               {'namespace':'a b','execution_kind':'c'},{'namespace':'shop','execution_kind':'d'}]}""");

        var results = answer.variant("results");
        assertThat(results.get(0).has("Created")).isTrue();
        assertThat(results.get(1).get("Error").get("status").intValue()).isEqualTo(422);
        assertThat(results.get(1).get("Error").get("error").textValue()).contains("execution_kind");
        assertThat(results.get(2).get("Error").get("code").textValue()).isEqualTo("invalid_input");
        assertThat(results.get(3).has("Created")).isTrue();
        assertThat(http.call("submit_batch", "{'executions':[]}").status()).isEqualTo(400);
    }

    @Test
    void staleHandleDoesNotHarmItsNeighboursInABatch() {
        submit();
        submit();
        var claims = http.call("claim", claim(",'limit':2")).variant("ClaimedMany");
        String one = claims.get(0).get("handle").textValue();
        String other = claims.get(1).get("handle").textValue();
        http.call("fail", "{'handle':'%s','reason':'gone','class':'permanent'}".formatted(other));

        var results = http.call(
                        "complete_batch",
                        "{'items':[{'handle':'%s'},{'handle':'%s'},{'handle':'%s'}]}".formatted(one, other, one))
                .variant("results");

        assertThat(results.get(0).textValue()).isEqualTo("Ok");
        assertThat(results.get(1).get("Error").get("code").textValue()).isEqualTo("execution_not_active");
        assertThat(results.get(2).textValue()).isEqualTo("Ok");
        assertThat(http.call("subscribe_completion", "{'cursor':'start'}").variant("events"))
                .hasSize(2);
    }

    @Test
    void everyErrorHasAKindACodeAndSaysWhetherToRetry() {
        assertError(http.call("no_such_thing", "{}"), 404, "not_found", "unknown_operation");
        assertError(http.call("claim", "{"), 400, "invalid_request", "malformed_json");
        assertError(http.call("claim", claim(",'limit':'many'")), 422, "invalid_request", "invalid_arguments");
        assertError(http.call("claim", "{'lane_id':'main'}"), 422, "invalid_request", "invalid_arguments");
        assertError(http.call("claim", claim(",'limit':0")), 400, "validation", "invalid_input");
        assertError(http.call("claim", claim(",'max_wait_ms':30001")), 400, "validation", "invalid_input");
        assertError(
                http.call("await_result", "{'execution_id':'{fp:7}:11111111-1111-4111-8111-111111111111'}"),
                404,
                "not_found",
                "execution_not_found");
        assertError(
                http.call("describe_execution", "{'execution_id':'x'}"), 422, "invalid_request", "invalid_arguments");
        assertError(http.call("create_execution", "[]"), 422, "invalid_request", "invalid_arguments");
        assertError(
                http.call("create_execution", "{'namespace':'a b','execution_kind':'k'}"),
                400,
                "validation",
                "invalid_input");
    }

    private static void assertError(HttpAnswer answer, int status, String kind, String code) {
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(status);
        assertThat(answer.body().path("kind").textValue()).isEqualTo(kind);
        assertThat(answer.body().path("code").textValue()).isEqualTo(code);
        assertThat(answer.body().path("retryable").isBoolean()).isTrue();
        assertThat(answer.body().path("error").textValue()).isNotBlank();
    }

    @Test
    void whoCompletesWhatHasEndedLearnsHowItEnded() {
        String id = submit();
        var claimed = http.call("claim", claim("")).variant("Claimed");
        http.call("cancel_execution", "{'execution_id':'%s','reason':'no longer wanted'}".formatted(id));

        var refused = http.call("complete", withHandle(claimed, ""));

        assertError(refused, 409, "contention", "execution_not_active");
        assertThat(refused.body().get("retryable").booleanValue()).isFalse();
        var details = refused.body().get("details");
        assertThat(details.get("terminal_outcome").textValue()).isEqualTo("cancelled");
        assertThat(details.get("lease_epoch").isNumber()).isTrue();
        assertThat(details.has("lifecycle_phase")).isTrue();
        assertThat(details.has("attempt_id")).isTrue();
    }

    @Test
    void whoLacksCapabilitiesIsToldWhichAndThatAnotherMayHaveThem() {
        String id = submit("'policy':{'routing_requirements':{'required_capabilities':['gpu','avx','cuda']}}");

        var refused = http.call(
                "issue_claim_grant",
                "{'execution_id':'%s','lane_id':'main','worker_id':'w','worker_instance_id':'w-1',%s}"
                        .formatted(id, "'grant_ttl_ms':1000,'worker_capabilities':['avx']"));

        assertError(refused, 400, "validation", "capability_mismatch");
        assertThat(refused.body().get("retryable").booleanValue()).isTrue();
        assertThat(refused.body().at("/details/missing").toString()).isEqualTo("[\"cuda\",\"gpu\"]");
    }

    @Test
    void missingIdsAreMintedWhereTheyBelong() {
        var solo = http.call("create_execution", "{'namespace':'shop','execution_kind':'k','lane_id':'main'}")
                .variant("Created");
        assertThat(solo.get("execution_id").textValue()).startsWith("{fp:213}:");
        var member = http.call(
                        "create_execution",
                        "{'namespace':'shop','execution_kind':'k','mint_for_flow':'11111111-1111-4111-8111-111111111111'}")
                .variant("Created");
        assertThat(member.get("execution_id").textValue()).startsWith("{fp:191}:");

        String keyed = "{'namespace':'shop','execution_kind':'k','idempotency_key':'once'}";
        String first = http.call("create_execution", keyed)
                .variant("Created")
                .get("execution_id")
                .textValue();
        assertThat(http.call("create_execution", keyed)
                        .variant("Duplicate")
                        .get("execution_id")
                        .textValue())
                .isEqualTo(first);
    }

    @Test
    void revokedLeaseIsAnsweredWithItsEpochAsANumber() {
        String id = submit();
        http.call("claim", claim(""));

        var revoked =
                http.call("revoke_lease", "{'execution_id':'%s'}".formatted(id)).variant("Revoked");

        assertThat(revoked.get("lease_epoch").isNumber()).isTrue();
        assertThat(http.call("revoke_lease", "{'execution_id':'%s'}".formatted(id))
                        .variant("AlreadySatisfied")
                        .has("reason"))
                .isTrue();
    }

    @Test
    void unknownMembersAndNowAreIgnoredAndNullMeansAbsent() {
        String id = submit("'now':5,'policy_json':'old','delay_until':null,'tags':null");

        assertThat(http.call("read_execution_state", "{'execution_id':'%s'}".formatted(id))
                        .body()
                        .textValue())
                .isEqualTo("waiting");
        assertThat(http.call("describe_execution", "{'execution_id':'{fp:7}:11111111-1111-4111-8111-111111111111'}")
                        .body()
                        .isNull())
                .isTrue();
    }

    static String withHandle(JsonNode claim, String more) {
        return "{'handle':'%s'%s}".formatted(claim.get("handle").textValue(), more);
    }
}
