package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Chapter 07 §4.8 to §4.12: the routes for operators. */
abstract class OperatorRouteContract extends RouteSuite {
    @Test
    void cancelEndsAWaitingExecutionAndRepeatedChangesNothing() {
        String id = create();

        var cancelled = post(path(id, "/cancel"), cancellation(id, ""));
        String ended = info(id).get("completed_at").textValue();
        var again = post(
                path(id, "/cancel"),
                cancellation(
                        id,
                        ",'source':'operator_override','lease_id':null,'lease_epoch':null,'attempt_id':null,'now':5"));

        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.variant("Cancelled").get("public_state").textValue())
                .isEqualTo("cancelled");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(cancelled.body());
        assertThat(info(id).get("completed_at").textValue()).isEqualTo(ended);
    }

    @Test
    void cancelOfACompletedExecutionNamesWhatBecameOfIt() {
        String id = create();
        complete(claimed(""), "");

        var refused = post(path(id, "/cancel"), cancellation(id, ""));

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body().get("kind").textValue()).isEqualTo("contention");
        assertThat(refused.body().get("code").textValue()).isEqualTo("execution_not_active");
        assertThat(refused.body().get("retryable").booleanValue()).isFalse();
        assertThat(refused.body().get("error").textValue()).startsWith("contention: ");
        assertThat(refused.body().at("/details/terminal_outcome").textValue()).isEqualTo("success");
        assertThat(refused.body().get("details")).hasSize(4);
    }

    @Test
    void holderCancelsByItsLeaseAndByNoOther() {
        String id = create();
        String lease = claimed("").get("lease_id").textValue();
        String holder = ",'source':'lease_holder'";

        var unfenced = post(path(id, "/cancel"), cancellation(id, holder));
        assertThat(unfenced.status()).isEqualTo(400);
        assertThat(unfenced.body().get("error").textValue()).startsWith("invalid_input: fence_required");
        var stale = post(
                path(id, "/cancel"), cancellation(id, holder + ",'lease_id':'%s','lease_epoch':9".formatted(lease)));
        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.body().get("kind").textValue()).isEqualTo("state_conflict");
        assertThat(stale.body().get("code").textValue()).isEqualTo("stale_lease");
        assertThat(stale.body().get("retryable").booleanValue()).isFalse();

        postNothing(path(id, "/revoke-lease"));
        var revoked = post(
                path(id, "/cancel"), cancellation(id, holder + ",'lease_id':'%s','lease_epoch':1".formatted(lease)));
        assertThat(revoked.status()).isEqualTo(409);
        assertThat(revoked.body().get("kind").textValue()).isEqualTo("already_satisfied");
        assertThat(revoked.body().get("code").textValue()).isEqualTo("lease_revoked");
    }

    @Test
    void holderWithItsLeaseCancels() {
        String id = create();
        String lease = claimed("").get("lease_id").textValue();

        var cancelled = post(
                path(id, "/cancel"),
                cancellation(id, ",'source':'lease_holder','lease_id':'%s','lease_epoch':1".formatted(lease)));

        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(state(id)).isEqualTo("cancelled");
    }

    @Test
    void unknownExecutionIsNotFoundUnderEveryAction() {
        for (var missing : List.of(
                post(path(UNKNOWN, "/cancel"), cancellation(UNKNOWN, "")),
                put(path(UNKNOWN, "/priority"), "{'new_priority':1}"),
                postNothing(path(UNKNOWN, "/replay")),
                postNothing(path(UNKNOWN, "/revoke-lease")))) {
            assertThat(missing.status()).isEqualTo(404);
            assertThat(missing.body().get("error").textValue()).isEqualTo("not found: execution");
            assertThat(missing.body().get("code").textValue()).isEqualTo("execution_not_found");
            assertThat(missing.body().has("kind")).isFalse();
            assertThat(missing.body().has("retryable")).isFalse();
        }
    }

    @Test
    void changedPriorityIsVisibleAndClamped() {
        String id = create();

        var changed = put(path(id, "/priority"), "{'new_priority':500}");

        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.variant("Changed").get("execution_id").textValue()).isEqualTo(id);
        assertThat(info(id).get("priority").intValue()).isEqualTo(500);
        put(path(id, "/priority"), "{'new_priority':2147483647}");
        assertThat(info(id).get("priority").intValue()).isEqualTo(9000);
        assertThat(put(path(id, "/priority"), "{'new_priority':2147483648}").status())
                .isEqualTo(422);
    }

    @Test
    void pathSaysWhichExecutionIsMovedWhateverTheBodySays() {
        String id = create();
        String other = create();

        put(path(id, "/priority"), "{'new_priority':500,'execution_id':'%s'}".formatted(other));

        assertThat(info(id).get("priority").intValue()).isEqualTo(500);
        assertThat(info(other).get("priority").intValue()).isEqualTo(5);
    }

    @Test
    void priorityOfADelayedExecutionIsNotChanged() {
        String id = create(",'delay_until':" + (serverTime() + 3_600_000));

        var refused = put(path(id, "/priority"), "{'new_priority':500}");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body().get("kind").textValue()).isEqualTo("contention");
        assertThat(refused.body().get("retryable").booleanValue()).isTrue();
    }

    @Test
    void replayStartsAnEndedExecutionAgainAsOftenAsItsPolicyAllows() {
        String id = create(",'policy':{'max_replay_count':1}");
        var early = postNothing(path(id, "/replay"));
        assertThat(early.status()).isEqualTo(409);
        assertThat(early.body().get("kind").textValue()).isEqualTo("execution_not_terminal");
        assertThat(early.body().get("error").textValue()).startsWith("execution_not_terminal");
        assertThat(early.body().get("retryable").booleanValue()).isFalse();
        post(path(id, "/cancel"), cancellation(id, ""));

        var replayed = postNothing(path(id, "/replay"));
        assertThat(replayed.status()).isEqualTo(200);
        assertThat(replayed.variant("Replayed").get("public_state").textValue()).isEqualTo("waiting");

        post(path(id, "/cancel"), cancellation(id, ""));
        var exhausted = postNothing(path(id, "/replay"));
        assertThat(exhausted.status()).isEqualTo(409);
        assertThat(exhausted.body().get("kind").textValue()).isEqualTo("max_replays_exhausted");
    }

    @Test
    void actionsWithoutABodyDoNotLookAtOne() {
        String id = create();
        post(path(id, "/cancel"), cancellation(id, ""));

        assertThat(post(path(id, "/replay"), "no JSON").status()).isEqualTo(200);
    }

    @Test
    void revokedLeaseIsAnsweredWithItsEpochAsAText() {
        String id = create();
        assertThat(postNothing(path(id, "/revoke-lease"))
                        .variant("AlreadySatisfied")
                        .get("reason")
                        .textValue())
                .isEqualTo("no_active_lease");
        String lease = claimed("").get("lease_id").textValue();

        var revoked = postNothing(path(id, "/revoke-lease"));

        assertThat(revoked.status()).isEqualTo(200);
        assertThat(revoked.variant("Revoked").get("lease_id").textValue()).isEqualTo(lease);
        assertThat(revoked.variant("Revoked").get("lease_epoch").isTextual()).isTrue();
        assertThat(revoked.variant("Revoked").get("lease_epoch").textValue()).isEqualTo("1");
        assertThat(postNothing(path(id, "/revoke-lease"))
                        .variant("AlreadySatisfied")
                        .get("reason")
                        .textValue())
                .isEqualTo("already_revoked");
        var events = http.call("subscribe_lease_history", "{'cursor':'start'}").body();
        assertThat(events.get("events").findValuesAsText("reason")).contains("operator_revoke");
    }
}
