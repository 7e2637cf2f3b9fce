package io.flowfabric.engine.rules.claim;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.endedAttempt;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusal;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.engine.rules.Told;
import io.flowfabric.engine.rules.claim.ReclaimRules.Outcome;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** 02 §10.3 — taking over by grant. */
class ReclaimRulesTest {

    @ParameterizedTest
    @CsvSource({"LEASE_EXPIRED, lease_expired", "REVOKED, lease_revoked"})
    void aReclaimEndsTheOldAttemptAndBeginsAnother(Standing standing, String reason) {
        var given = standing.given().granted(GrantKind.RECLAIM, "w2", 100).after(50);

        var decision = reclaim(given, OptionalInt.empty());

        var claimed = (Outcome.Claimed) result(decision);
        assertThat(claimed.acquired()).isEqualTo(new Acquired(HandleKind.RECLAIMED, after(decision)));
        var old = endedAttempt(decision);
        assertThat(old.status()).isEqualTo(AttemptStatus.INTERRUPTED_RECLAIMED);
        assertThat(old.failure()).contains(AttemptFailure.of(reason));
        assertThat(old.times().endedAt()).hasValue(given.now());
        var e = after(decision);
        var attempt = e.openAttempt().orElseThrow();
        assertThat(attempt.id()).isEqualTo(given.by("w2").attemptId());
        assertThat(attempt.index()).isEqualTo(1);
        assertThat(attempt.type()).isEqualTo(AttemptType.RECLAIM);
        assertThat(attempt.lineage()).isEqualTo(AttemptLineage.after(0, reason));
        assertThat(e.leaseHolder()).contains(given.by("w2").holder(2));
        assertThat(e.lease()).contains(Lease.from(given.now(), Given.TTL));
        assertThat(e.counters()).isEqualTo(new Counters(2, 0, 0, 1));
        assertThat(e.timing().startedAt()).hasValue(T0);
        assertThat(decision.changes()).contains(new Change.GrantRemoved(Given.ID));
        assertThat(events(decision)).containsExactly("lease reclaimed: " + reason);
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyAnExpiredOrRevokedLeaseIsReclaimable(Standing standing) {
        var decision = reclaim(standing.given().granted(GrantKind.RECLAIM, "w2", 100), OptionalInt.empty());

        switch (standing) {
            case LEASE_EXPIRED, REVOKED -> assertThat(result(decision)).isInstanceOf(Outcome.Claimed.class);
            default -> {
                assertThat(result(decision)).isInstanceOf(Outcome.NotReclaimable.class);
                changesNothing(decision);
            }
        }
    }

    @Test
    void withoutAReclaimGrantThereIsNoReclaim() {
        var none = reclaim(Standing.LEASE_EXPIRED.given(), OptionalInt.empty());
        var wrongKind =
                reclaim(Standing.LEASE_EXPIRED.given().granted(GrantKind.CLAIM, "w2", 100), OptionalInt.empty());

        assertThat(result(none)).isEqualTo(new Outcome.GrantNotFound());
        changesNothing(none);
        assertThat(result(wrongKind)).isEqualTo(new Outcome.GrantNotFound());
        changesNothing(wrongKind);
    }

    @Test
    void anExpiredGrantIsClearedAway() {
        var given = Standing.LEASE_EXPIRED
                .given()
                .granted(GrantKind.RECLAIM, "w2", 100)
                .after(100);

        var decision = reclaim(given, OptionalInt.empty());

        assertThat(result(decision)).isEqualTo(new Outcome.GrantNotFound());
        assertThat(decision.changes()).containsExactly(new Change.GrantRemoved(Given.ID));
    }

    @Test
    void theGrantOfAnotherWorkerIsKeptForHim() {
        var decision =
                reclaim(Standing.LEASE_EXPIRED.given().granted(GrantKind.RECLAIM, "w3", 100), OptionalInt.empty());

        refusesQuietly(decision, ErrorCode.INVALID_INPUT);
        assertThat(refusal(decision).detail()).isEqualTo("worker_id: w2");
    }

    @Test
    void withoutAGrantTheCapEndsNothing() {
        var given = eligible(cap(0)).leasedBy("w1").leaseExpired();

        assertThat(result(reclaim(given, OptionalInt.empty()))).isEqualTo(new Outcome.GrantNotFound());
    }

    /** The cap comes last: a worker that may not reclaim does not end the execution either. */
    @Test
    void atTheCapAGrantThatIsExpiredOrAnothersEndsNothing() {
        var lost = eligible(cap(0)).leasedBy("w1").leaseExpired();

        var others = reclaim(lost.granted(GrantKind.RECLAIM, "w3", 100).after(50), OptionalInt.empty());
        refusesQuietly(others, ErrorCode.INVALID_INPUT);

        var expired = reclaim(lost.granted(GrantKind.RECLAIM, "w2", 100).after(100), OptionalInt.empty());
        assertThat(result(expired)).isEqualTo(new Outcome.GrantNotFound());
        assertThat(expired.changes()).containsExactly(new Change.GrantRemoved(Given.ID));
        assertThat(expired.events()).isEmpty();
    }

    @Test
    void atTheCapTheExecutionFailsAndTheActualCountIsTold() {
        var given = reclaimedTimes(eligible(cap(4)).leasedBy("w1"), 4).granted(GrantKind.RECLAIM, "w2", 100);

        var decision = reclaim(given, OptionalInt.empty());

        assertThat(result(decision)).isEqualTo(new Outcome.ReclaimCapExceeded(4));
        var e = after(decision);
        assertThat(Told.state(e)).isEqualTo("terminal unowned not_applicable none failed attempt_terminal failed");
        assertThat(e.ending()).isEqualTo(ExecutionEnding.failed("max_reclaims_exceeded"));
        assertThat(e.counters().reclaims()).isEqualTo(4);
        assertThat(e.lease()).isEmpty();
        assertThat(e.dueTimes()).isEqualTo(DueTimes.NONE);
        assertThat(e.timing().completedAt()).hasValue(given.now());
        var old = endedAttempt(decision);
        assertThat(old.status()).isEqualTo(AttemptStatus.INTERRUPTED_RECLAIMED);
        assertThat(old.failure()).contains(AttemptFailure.of("max_reclaims_exceeded"));
        assertThat(old.holder()).isEmpty();
        assertThat(decision.changes()).contains(new Change.GrantRemoved(Given.ID));
        assertThat(events(decision)).containsExactly("completion failed");
    }

    @Test
    void anAttachedPolicyOutranksTheCallersCap() {
        var strict = eligible(cap(0)).leasedBy("w1").leaseExpired().granted(GrantKind.RECLAIM, "w2", 100);
        var silent = eligible(ExecutionPolicy.builder().build())
                .leasedBy("w1")
                .leaseExpired()
                .granted(GrantKind.RECLAIM, "w2", 100);

        assertThat(result(reclaim(strict, OptionalInt.of(9)))).isInstanceOf(Outcome.ReclaimCapExceeded.class);
        assertThat(result(reclaim(silent, OptionalInt.of(0)))).isInstanceOf(Outcome.Claimed.class);
    }

    @Test
    void withoutAPolicyTheCallersCapCountsAndOtherwiseAHundred() {
        var given = eligible().leasedBy("w1").leaseExpired().granted(GrantKind.RECLAIM, "w2", 100);
        assertThat(result(reclaim(given, OptionalInt.of(0)))).isEqualTo(new Outcome.ReclaimCapExceeded(0));

        var often = reclaimedTimes(eligible().leasedBy("w1"), 99);
        assertThat(result(reclaim(often.granted(GrantKind.RECLAIM, "w2", 100), OptionalInt.empty())))
                .isInstanceOf(Outcome.Claimed.class);
        var once = often.leasedBy("w1").leaseExpired().granted(GrantKind.RECLAIM, "w2", 100);
        assertThat(result(reclaim(once, OptionalInt.empty()))).isEqualTo(new Outcome.ReclaimCapExceeded(100));
    }

    @Test
    void aReclaimStartsAFreshTimeout() {
        var policy =
                ExecutionPolicy.builder().attemptTimeout(Duration.ofMinutes(2)).build();
        var given = eligible(policy).leasedBy("w1").leaseExpired().granted(GrantKind.RECLAIM, "w2", 100);

        assertThat(given.execution().dueTimes().attemptTimeoutAt()).hasValue(T0 + 120_000);
        assertThat(after(reclaim(given, OptionalInt.empty())).dueTimes().attemptTimeoutAt())
                .hasValue(given.now() + 120_000);
    }

    @Test
    void aRepeatedReclaimAnswersTheSameWithoutWriting() {
        var given = Standing.LEASE_EXPIRED.given().granted(GrantKind.RECLAIM, "w2", 100);
        var by = given.by("w2");
        var first = ReclaimRules.reclaim(given.loaded(), by, OptionalInt.empty(), given.now());

        var repeat = ReclaimRules.reclaim(given.then(first).loaded(), by, OptionalInt.empty(), given.now() + 50);

        assertThat(result(repeat)).isEqualTo(result(first));
        changesNothing(repeat);
    }

    @Test
    void aMemberThatIsOwedACancelIsNotReclaimable() {
        var decision = reclaim(
                Standing.LEASE_EXPIRED
                        .given()
                        .granted(GrantKind.RECLAIM, "w2", 100)
                        .owedCancel(),
                OptionalInt.empty());

        assertThat(result(decision)).isInstanceOf(Outcome.NotReclaimable.class);
        changesNothing(decision);
    }

    private static ExecutionPolicy cap(long reclaims) {
        return ExecutionPolicy.builder().maxReclaims(reclaims).build();
    }

    private static Given reclaimedTimes(Given leased, int times) {
        Given given = leased.leaseExpired();
        for (int i = 0; i < times; i++) {
            given = given.leasedBy("w1").leaseExpired();
        }
        return given;
    }

    private static Decision<Outcome> reclaim(Given given, OptionalInt callersCap) {
        return ReclaimRules.reclaim(given.loaded(), given.by("w2"), callersCap, given.now());
    }
}
