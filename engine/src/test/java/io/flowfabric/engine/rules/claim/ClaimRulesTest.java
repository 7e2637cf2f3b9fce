package io.flowfabric.engine.rules.claim;

import static io.flowfabric.engine.rules.Given.RETRYING;
import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.TTL;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.op.claim.ClaimTerms;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** 02 §5.2 — the ordinary claim of one candidate. */
class ClaimRulesTest {

    @Test
    void theFirstClaimBeginsAttemptZeroAtEpochOne() {
        var given = eligible().after(5);
        var by = given.by("w1");

        var decision = claim(given, "w1");

        var acquired = result(decision).orElseThrow();
        assertThat(acquired.kind()).isEqualTo(HandleKind.FRESH);
        assertThat(acquired.execution()).isEqualTo(after(decision));
        var e = after(decision);
        assertThat(e.leaseEpoch()).isEqualTo(1);
        assertThat(e.lease()).contains(Lease.from(given.now(), TTL));
        assertThat(e.leaseHolder()).contains(by.holder(1));
        assertThat(e.counters()).isEqualTo(new Counters(1, 0, 0, 0));
        assertThat(e.timing().startedAt()).hasValue(given.now());
        assertThat(e.blockingDetail()).isEmpty();
        var attempt = e.openAttempt().orElseThrow();
        assertThat(attempt.id()).isEqualTo(by.attemptId());
        assertThat(attempt.index()).isZero();
        assertThat(attempt.type()).isEqualTo(AttemptType.INITIAL);
        assertThat(attempt.status()).isEqualTo(AttemptStatus.STARTED);
        assertThat(attempt.lineage()).isEqualTo(AttemptLineage.NONE);
        assertThat(attempt.times().startedAt()).isEqualTo(given.now());
        assertThat(events(decision)).containsExactly("lease acquired");
    }

    @Test
    void aRetryIsANewAttemptThatKnowsTheOneBefore() {
        var given = Standing.RETRY_DUE.given();

        var e = after(claim(given, "w2"));

        var attempt = e.openAttempt().orElseThrow();
        assertThat(attempt.index()).isEqualTo(1);
        assertThat(attempt.type()).isEqualTo(AttemptType.RETRY);
        assertThat(attempt.lineage()).isEqualTo(AttemptLineage.after(0, "boom"));
        assertThat(e.leaseEpoch()).isEqualTo(2);
        assertThat(e.counters()).isEqualTo(new Counters(2, 1, 0, 0));
        assertThat(e.pending()).isEqualTo(PendingLineage.NONE);
        assertThat(e.timing().startedAt()).hasValue(T0);
    }

    @Test
    void aReplayIsANewAttemptThatKnowsWhoAskedForIt() {
        var e = after(claim(Standing.REPLAYED.given(), "w2"));

        var attempt = e.openAttempt().orElseThrow();
        assertThat(attempt.index()).isEqualTo(1);
        assertThat(attempt.type()).isEqualTo(AttemptType.REPLAY);
        assertThat(attempt.lineage())
                .isEqualTo(new AttemptLineage(Optional.of("again"), Optional.of("ops"), OptionalInt.of(0)));
        assertThat(e.leaseEpoch()).isEqualTo(2);
        assertThat(e.pending()).isEqualTo(PendingLineage.NONE);
    }

    @Test
    void aPausedAttemptGoesOnUnderTheNextEpoch() {
        var given = Standing.INTERRUPTED.given().after(50);
        var paused = given.execution().openAttempt().orElseThrow();

        var decision = claim(given, "w2");

        assertThat(result(decision).orElseThrow().kind()).isEqualTo(HandleKind.RESUMED);
        var e = after(decision);
        assertThat(e.openAttempt()).contains(paused.resumed(given.by("w2").holder(2), given.now()));
        assertThat(e.current()).isEqualTo(given.execution().current());
        assertThat(e.counters()).isEqualTo(given.execution().counters());
        assertThat(e.leaseEpoch()).isEqualTo(2);
        assertThat(e.timing().startedAt()).hasValue(T0);
        assertThat(events(decision)).containsExactly("lease acquired: claim_resumed");
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyWhatWaitsForAWorkerIsHandedOut(Standing standing) {
        var decision = claim(standing.given(), "w2");

        Optional<HandleKind> kind = result(decision).map(Acquired::kind);
        switch (standing) {
            case WAITING, RETRY_DUE, REPLAYED, BLOCKED_BY_ROUTE ->
                assertThat(kind).contains(HandleKind.FRESH);
            case INTERRUPTED -> assertThat(kind).contains(HandleKind.RESUMED);
            case LEASE_EXPIRED, REVOKED -> assertThat(kind).contains(HandleKind.RECLAIMED);
            default -> {
                assertThat(kind).isEmpty();
                changesNothing(decision);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"'a,b,c', true", "'a,b', true", "'a', false", "'A,b', false", "'', false"})
    void aWorkerMustHaveEveryRequiredTokenVerbatim(String worker, boolean claimed) {
        var given = eligible(ExecutionPolicy.builder().requires("a", "b").build());

        var decision = ClaimRules.claim(given.loaded(), CapabilitySet.parseCsv(worker), given.by("w1"), 0, T0);

        assertThat(result(decision).isPresent()).isEqualTo(claimed);
        if (!claimed) {
            changesNothing(decision);
        }
    }

    @Test
    void anExpiredLeaseIsSkippedByAWorkerWithoutTheCapabilities() {
        var given = eligible(ExecutionPolicy.builder().requires("gpu").build())
                .leasedBy("w1")
                .leaseExpired();

        changesNothing(ClaimRules.claim(given.loaded(), CapabilitySet.EMPTY, given.by("w2"), 0, given.now()));
    }

    @Test
    void aGrantInOtherHandsWithholdsUntilItHasExpired() {
        var given = eligible().granted(GrantKind.CLAIM, "w1", 100);

        changesNothing(claim(given.after(100), "w2"));
        assertThat(result(claim(given.after(101), "w2"))).isPresent();
    }

    @Test
    void aClaimConsumesTheGrantOfItsWorkerAndRemovesAnExpiredOne() {
        var removed = new Change.GrantRemoved(Given.ID);

        assertThat(claim(eligible().granted(GrantKind.CLAIM, "w1", 100), "w1").changes())
                .contains(removed);
        assertThat(claim(eligible().granted(GrantKind.CLAIM, "w2", 100).after(101), "w1")
                        .changes())
                .contains(removed);
        assertThat(claim(eligible(), "w1").changes()).doesNotContain(removed);
    }

    @ParameterizedTest
    @EnumSource(
            value = Standing.class,
            names = {"WAITING", "INTERRUPTED", "BLOCKED_BY_ROUTE", "LEASE_EXPIRED", "REVOKED"})
    void aMemberThatIsOwedACancelIsPassedOver(Standing standing) {
        changesNothing(claim(standing.given().owedCancel(), "w2"));
    }

    @Test
    void epochsGrowByOneOverTheWholeLife() {
        var given = eligible(RETRYING).leasedBy("w1");
        assertThat(given.execution().leaseEpoch()).isEqualTo(1);

        given = given.failed().promoted().leasedBy("w2");
        assertThat(given.execution().leaseEpoch()).isEqualTo(2);

        given = given.pausedUntil(given.now()).promoted().leasedBy("w3");
        assertThat(given.execution().leaseEpoch()).isEqualTo(3);

        given = given.leaseExpired().leasedBy("w4");
        assertThat(given.execution().leaseEpoch()).isEqualTo(4);

        given = given.completed().replayed().leasedBy("w5");
        assertThat(given.execution().leaseEpoch()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void aLeaseWithoutDurationIsRefusedByName(long ttlMs) {
        var refusal = ClaimRules.checkTtl(ttlMs).orElseThrow();

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal.detail()).isEqualTo("lease_ttl_ms: " + ttlMs);
        assertThat(ClaimRules.checkTtl(1)).isEmpty();
    }

    @Test
    void aWorkerServesTheQueuesItHasTheTokensAndTheNamespaceFor() {
        var worker = CapabilitySet.ofWorker(List.of("gpu"));
        var tests = new Namespace("tests");

        assertThat(ClaimRules.serves(worker, Optional.empty(), tests, CapabilitySet.EMPTY))
                .isTrue();
        assertThat(ClaimRules.serves(worker, Optional.of(tests), tests, worker)).isTrue();
        assertThat(ClaimRules.serves(worker, Optional.of(new Namespace("other")), tests, worker))
                .isFalse();
        assertThat(ClaimRules.serves(CapabilitySet.EMPTY, Optional.empty(), tests, worker))
                .isFalse();
    }

    @Test
    void aClaimStartsNoFewerThanNone() {
        assertThat(ClaimRules.checkTerms(ClaimTerms.PLAIN)).isEmpty();
        assertThat(ClaimRules.checkTerms(new ClaimTerms(0, false))).isEmpty();
        assertThat(ClaimRules.checkTerms(new ClaimTerms(-1, false))
                        .orElseThrow()
                        .detail())
                .isEqualTo("start_now: -1");
    }

    private static Decision<Optional<Acquired>> claim(Given given, String worker) {
        return ClaimRules.claim(given.loaded(), CapabilitySet.EMPTY, given.by(worker), 0, given.now());
    }
}
