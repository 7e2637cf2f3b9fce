package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusal;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.lease.GrantKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 02 §5.5 and §5.6 — consuming a claim grant, for a new attempt or for a paused one. */
class ClaimByGrantTest {
    private static final Change REMOVED = new Change.GrantRemoved(Given.ID);

    @Test
    void aGrantIsConsumedByTheClaimItPermits() {
        var given = eligible().granted(GrantKind.CLAIM, "w1", 100);

        var decision = ClaimRules.claimExecution(given.loaded(), given.by("w1"), given.now());

        assertThat(result(decision).kind()).isEqualTo(HandleKind.FRESH);
        assertThat(decision.changes()).hasSize(2).contains(REMOVED);
        assertThat(events(decision)).containsExactly("lease acquired");
    }

    @Test
    void anyProcessOfTheGrantedWorkerMayConsumeIt() {
        var given = eligible().granted(GrantKind.CLAIM, "w1", 100);
        var elsewhere = Given.acquisition("w1", "w1-another-process", 1);

        assertThat(ClaimRules.claimExecution(given.loaded(), elsewhere, given.now())
                        .refusal())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void aNewAttemptBeginsOnlyWhereNoneIsPausedAndNothingHoldsBack(Standing standing) {
        var given = standing.given().granted(GrantKind.CLAIM, "w2", 100);

        var decision = ClaimRules.claimExecution(given.loaded(), given.by("w2"), given.now());

        switch (standing) {
            case WAITING, RETRY_DUE, REPLAYED ->
                assertThat(result(decision).kind()).isEqualTo(HandleKind.FRESH);
            case INTERRUPTED -> refusesQuietly(decision, ErrorCode.USE_CLAIM_RESUMED_EXECUTION);
            default -> refusesQuietly(decision, ErrorCode.EXECUTION_NOT_LEASEABLE);
        }
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void aPausedAttemptGoesOnOnlyWhereThereIsOne(Standing standing) {
        var given = standing.given().granted(GrantKind.CLAIM, "w2", 100);

        var decision = ClaimRules.claimResumed(given.loaded(), given.by("w2"), given.now());

        switch (standing) {
            case INTERRUPTED -> {
                assertThat(result(decision).kind()).isEqualTo(HandleKind.RESUMED);
                assertThat(decision.changes()).contains(REMOVED);
                assertThat(events(decision)).containsExactly("lease acquired: claim_resumed");
            }
            case WAITING, DELAYED, RETRY_BACKOFF, RETRY_DUE, REPLAYED ->
                refusesQuietly(decision, ErrorCode.NOT_A_RESUMED_EXECUTION);
            case BLOCKED_BY_BUDGET, BLOCKED_BY_QUOTA, BLOCKED_BY_ROUTE, BLOCKED_BY_OPERATOR, BLOCKED_BY_LANE_STATE ->
                refusesQuietly(decision, ErrorCode.NOT_A_RESUMED_EXECUTION);
            default -> refusesQuietly(decision, ErrorCode.EXECUTION_NOT_LEASEABLE);
        }
    }

    @Test
    void withoutAGrantOfItsOwnAWorkerGetsNothing() {
        var none = eligible();
        var foreign = eligible().granted(GrantKind.CLAIM, "w2", 100);
        var wrongKind = eligible().granted(GrantKind.RECLAIM, "w1", 100);

        for (Given given : new Given[] {none, foreign, wrongKind}) {
            refusesQuietly(
                    ClaimRules.claimExecution(given.loaded(), given.by("w1"), T0), ErrorCode.INVALID_CLAIM_GRANT);
        }
    }

    @Test
    void aResumeNeedsAGrantOfItsOwnToo() {
        var given = Standing.INTERRUPTED.given();

        refusesQuietly(
                ClaimRules.claimResumed(given.loaded(), given.by("w1"), given.now()), ErrorCode.INVALID_CLAIM_GRANT);
    }

    @Test
    void aGrantIsGoodAtItsLastMomentAndNotAfter() {
        var given = eligible().granted(GrantKind.CLAIM, "w1", 100);

        assertThat(ClaimRules.claimExecution(given.loaded(), given.by("w1"), T0 + 100)
                        .refusal())
                .isEmpty();
        refusesQuietly(
                ClaimRules.claimExecution(given.loaded(), given.by("w1"), T0 + 101), ErrorCode.CLAIM_GRANT_EXPIRED);
    }

    @Test
    void aResumeThatMeetsAnExpiredGrantClearsItAway() {
        var given =
                Standing.INTERRUPTED.given().granted(GrantKind.CLAIM, "w1", 100).after(101);

        var decision = ClaimRules.claimResumed(given.loaded(), given.by("w1"), given.now());

        assertThat(refusal(decision).code()).isEqualTo(ErrorCode.CLAIM_GRANT_EXPIRED);
        assertThat(decision.changes()).containsExactly(REMOVED);
        assertThat(decision.events()).isEmpty();
    }

    @Test
    void aMemberThatIsOwedACancelIsNotLeaseable() {
        var fresh = eligible().granted(GrantKind.CLAIM, "w1", 100).owedCancel();
        var paused =
                Standing.INTERRUPTED.given().granted(GrantKind.CLAIM, "w1", 100).owedCancel();

        refusesQuietly(
                ClaimRules.claimExecution(fresh.loaded(), fresh.by("w1"), fresh.now()),
                ErrorCode.EXECUTION_NOT_LEASEABLE);
        refusesQuietly(
                ClaimRules.claimResumed(paused.loaded(), paused.by("w1"), paused.now()),
                ErrorCode.EXECUTION_NOT_LEASEABLE);
    }

    @Test
    void aRepeatedClaimAnswersTheSameWithoutWriting() {
        var given = eligible().granted(GrantKind.CLAIM, "w1", 100);
        var by = given.by("w1");
        var first = ClaimRules.claimExecution(given.loaded(), by, given.now());

        var repeat = ClaimRules.claimExecution(given.then(first).loaded(), by, given.now() + 50);

        assertThat(result(repeat)).isEqualTo(result(first));
        changesNothing(repeat);
    }

    @Test
    void aRepeatedResumeAnswersTheSameWithoutWriting() {
        var given = Standing.INTERRUPTED.given().granted(GrantKind.CLAIM, "w2", 100);
        var by = given.by("w2");
        var first = ClaimRules.claimResumed(given.loaded(), by, given.now());

        var repeat = ClaimRules.claimResumed(given.then(first).loaded(), by, given.now() + 50);

        assertThat(result(repeat)).isEqualTo(result(first));
        changesNothing(repeat);
    }

    @Test
    void anotherLeaseAttemptOrWorkerIsNoRepeat() {
        var given = eligible().leasedBy("w1");
        var mine = Given.acquisition("w1", "w1-a", 1);
        var otherLease = Acquisition.of(
                mine.workerId(), mine.workerInstanceId(), given.by("w1").leaseId(), mine.attemptId(), Given.TTL);
        var otherAttempt = Acquisition.of(
                mine.workerId(),
                mine.workerInstanceId(),
                mine.leaseId(),
                given.by("w1").attemptId(),
                Given.TTL);
        var otherWorker = Acquisition.of(
                given.by("w2").workerId(), mine.workerInstanceId(), mine.leaseId(), mine.attemptId(), Given.TTL);

        for (Acquisition by : new Acquisition[] {otherLease, otherAttempt, otherWorker}) {
            refusesQuietly(
                    ClaimRules.claimExecution(given.loaded(), by, given.now()), ErrorCode.EXECUTION_NOT_LEASEABLE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Standing.class,
            names = {"LEASE_EXPIRED_UNMARKED", "LEASE_EXPIRED", "REVOKED"})
    void aRepeatIsAnsweredOnlyWhileTheLeaseIsLive(Standing standing) {
        var given = standing.given();
        var mine = Given.acquisition("w1", "w1-a", 1);

        refusesQuietly(ClaimRules.claimExecution(given.loaded(), mine, given.now()), ErrorCode.EXECUTION_NOT_LEASEABLE);
    }

    @Test
    void theIndexOfANewAttemptIsTheStoredCount() {
        var given = Standing.RETRY_DUE.given().granted(GrantKind.CLAIM, "w2", 100);

        var e = after(ClaimRules.claimExecution(given.loaded(), given.by("w2"), given.now()));

        assertThat(e.openAttempt().orElseThrow().index()).isEqualTo(1);
        assertThat(e.counters().attempts()).isEqualTo(2);
    }
}
