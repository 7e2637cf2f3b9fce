package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chapter 08 §2 and §3, and its lines 3, 8, 9 and 12: handles and claims of a worker that uses plain HTTP. */
abstract class WorkerProtocolContract extends ServerSuite {
    @Test
    void handleAlteredAnywhereIsRefusedByEveryOperationAndChangesNothing() {
        submit();
        var claimed = http.call("claim", claim("")).variant("Claimed");
        String handle = claimed.get("handle").textValue();
        String id = claimed.get("execution_id").textValue();
        var before = described(id);
        var operations = new String[] {"complete", "cancel", "fail", "delay", "renew", "progress", "wait_children"};

        for (int i = 0; i < handle.length(); i++) {
            char other = handle.charAt(i) == 'A' ? 'B' : 'A';
            String altered = handle.substring(0, i) + other + handle.substring(i + 1);
            String operation = operations[i % operations.length];
            var refused = http.call(operation, "{'handle':'%s','reason':'no','delay_until':1}".formatted(altered));
            assertThat(refused.status()).as("%s altered at %d", operation, i).isEqualTo(400);
            assertThat(refused.body().get("code").textValue()).isEqualTo("corruption");
        }
        for (String other : new String[] {handle + "=", handle + "A", " " + handle, handle.substring(1), ""}) {
            var refused = http.call("complete", "{'handle':'%s'}".formatted(other));
            assertThat(refused.status()).as(other).isEqualTo(400);
            assertThat(refused.body().get("code").textValue()).as(other).isEqualTo("corruption");
        }

        assertThat(described(id)).isEqualTo(before);
        assertThat(http.call("complete", OperationContract.withHandle(claimed, ""))
                        .body()
                        .textValue())
                .isEqualTo("Ok");
    }

    @Test
    void handleOutlivesTheServerThatGaveIt() {
        submit();
        var first = another(ServerConfig.LOOPBACK);
        var claimed = new HttpCaller(first.address()).call("claim", claim("")).variant("Claimed");
        first.close();

        var restarted = new HttpCaller(another(ServerConfig.LOOPBACK).address());

        assertThat(restarted
                        .call("complete", OperationContract.withHandle(claimed, ""))
                        .body()
                        .textValue())
                .isEqualTo("Ok");
    }

    @Test
    void revokedAndExpiredLeasesAreHandedOutAsReclaimed() {
        for (String state : new String[] {"revoked", "lease expired"}) {
            var said = new Stage(http).set(state);

            var taken = claimOn(said.get("$LANE"));

            assertThat(taken.get("execution_id").textValue()).as(state).isEqualTo(said.get("$ID"));
            assertThat(taken.get("kind").textValue()).as(state).isEqualTo("Reclaimed");
            assertThat(taken.get("attempt_type").textValue()).as(state).isEqualTo("reclaim");
            assertThat(taken.get("attempt_index").intValue()).as(state).isEqualTo(1);
            assertThat(taken.get("lease_epoch").longValue()).as(state).isEqualTo(2);
            var late = http.call("complete", "{'handle':'%s'}".formatted(said.get("$HANDLE")));
            assertThat(late.status()).as(state).isEqualTo(409);
            assertThat(late.body().get("code").textValue()).as(state).isEqualTo("stale_lease");
        }
    }

    @Test
    void interruptedAttemptIsHandedOutAsResumed() {
        var said = new Stage(http).set("interrupted");

        var resumed = claimOn(said.get("$LANE"));

        assertThat(resumed.get("execution_id").textValue()).isEqualTo(said.get("$ID"));
        assertThat(resumed.get("kind").textValue()).isEqualTo("Resumed");
        assertThat(resumed.has("attempt_type")).isFalse();
        assertThat(resumed.get("attempt_index").intValue()).isZero();
        assertThat(http.call("list_attempts", "{'execution_id':'%s'}".formatted(said.get("$ID")))
                        .body())
                .hasSize(1);
    }

    /** The operation, the state before it, and how many attempts there are after it. */
    @ParameterizedTest
    @CsvSource({
        "claim_execution, granted, 1",
        "claim_resumed_execution, regranted, 1",
        "reclaim_execution, reclaimable, 2"
    })
    void claimRepeatedWithTheSameLeaseIsOneAttemptAndOneEvent(String operation, String state, int attempts) {
        var said = new Stage(http).set(state);
        String arguments = Stage.fill(
                "{'execution_id':'$ID','lane_id':'$LANE',$WORKER,'lease_id':'22222222-2222-4222-8222-222222222222'}",
                said);
        int before = leaseEvents();

        var first = http.call(operation, arguments).variant("Claimed");
        var again = http.call(operation, arguments).variant("Claimed");

        assertThat(first.get("lease_id").textValue()).isEqualTo("22222222-2222-4222-8222-222222222222");
        assertThat(again).isEqualTo(first);
        assertThat(http.call("list_attempts", "{'execution_id':'%s'}".formatted(said.get("$ID")))
                        .body())
                .hasSize(attempts);
        assertThat(leaseEvents()).isEqualTo(before + 1);
    }

    private int leaseEvents() {
        return http.call("subscribe_lease_history", "{'cursor':'start'}")
                .variant("events")
                .size();
    }

    @Test
    void leaseThatHasEndedIsToldAsSuchToItsHolder() {
        var said = new Stage(http).set("lease expired");

        var late = http.call("complete", "{'handle':'%s'}".formatted(said.get("$HANDLE")));

        assertThat(late.status()).isEqualTo(409);
        assertThat(late.body().get("kind").textValue()).isEqualTo("already_satisfied");
        assertThat(late.body().get("code").textValue()).isEqualTo("lease_expired");
        assertThat(late.body().get("retryable").booleanValue()).isFalse();
    }

    /** Waits: the timers may lock an expired execution for a moment, and a claim skips locked rows. */
    private JsonNode claimOn(String lane) {
        return http.call("claim", claim(",'max_wait_ms':20000").replace("main", lane))
                .variant("Claimed");
    }

    private JsonNode described(String id) {
        return http.call("describe_execution", "{'execution_id':'%s'}".formatted(id))
                .body();
    }
}
