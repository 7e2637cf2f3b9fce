package io.flowfabric.engine.rules.lease;

import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Progress;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.timer.MarkExpiredOutcome;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseRulesTest {

    @Test
    void aRenewalMovesTheEndAndNothingElse() {
        var given = eligible().leasedBy("w1").after(10_000);

        var decision = LeaseRules.renew(given.execution(), given.fence(), 0, 60_000, given.now());

        assertThat(result(decision)).isEqualTo(new RenewOutcome(given.now() + 60_000, 1));
        assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.Renewed.class);
        var lease = after(decision).lease().orElseThrow();
        assertThat(lease.expiresAt()).isEqualTo(given.now() + 60_000);
        assertThat(lease.lastRenewedAt()).isEqualTo(given.now());
        assertThat(lease.renewalDeadline()).isEqualTo(given.now() + 40_000);
        assertThat(after(decision).leaseHolder()).isEqualTo(given.execution().leaseHolder());
        assertThat(after(decision).vector()).isEqualTo(given.execution().vector());
        assertThat(after(decision).timing().lastTransitionAt())
                .isEqualTo(given.execution().timing().lastTransitionAt());
        assertThat(events(decision)).containsExactly("lease renewed");
    }

    @Test
    void aRenewalMayShortenTheLease() {
        var given = eligible().leasedBy("w1");

        var decision = LeaseRules.renew(given.execution(), given.fence(), 0, 5, given.now());

        assertThat(after(decision).lease().orElseThrow().expiresAt()).isEqualTo(given.now() + 5);
    }

    @Test
    void aRenewalForAnotherAttemptIndexIsStale() {
        var given = eligible().leasedBy("w1");

        refusesQuietly(
                LeaseRules.renew(given.execution(), given.fence(), 1, Given.TTL, given.now()), ErrorCode.STALE_LEASE);
    }

    @Test
    void aRenewalOneMillisecondBeforeTheEndIsInTime() {
        var given = eligible().leasedBy("w1").after(Given.TTL - 1);

        assertThat(LeaseRules.renew(given.execution(), given.fence(), 0, Given.TTL, given.now())
                        .refusal())
                .isEmpty();
    }

    @Test
    void progressOverwritesWhatIsGivenWithoutAnEvent() {
        var given = eligible().leasedBy("w1").after(5);

        var decision = progress(given, OptionalInt.of(75), Optional.of("three quarters"));

        assertThat(result(decision)).isEqualTo(Ok.OK);
        assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.Progressed.class);
        assertThat(after(decision).progress())
                .isEqualTo(
                        new Progress(OptionalInt.of(75), Optional.of("three quarters"), OptionalLong.of(given.now())));
        assertThat(after(decision).timing().lastMutationAt()).isEqualTo(given.now());
        assertThat(decision.events()).isEmpty();
    }

    @Test
    void progressThatSaysNothingMovesTheTimesOnly() {
        var given = eligible().leasedBy("w1").after(5);

        var decision = progress(given, OptionalInt.empty(), Optional.empty());

        assertThat(after(decision).progress())
                .isEqualTo(new Progress(OptionalInt.empty(), Optional.empty(), OptionalLong.of(given.now())));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 101, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aPercentageOutsideItsRangeIsRefusedByName(int percent) {
        var refusal = LeaseRules.checkPercent(OptionalInt.of(percent)).orElseThrow();

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal.detail()).isEqualTo("percent: " + percent);
    }

    @Test
    void aPercentageFromNoneToAllIsAccepted() {
        assertThat(LeaseRules.checkPercent(OptionalInt.of(0))).isEmpty();
        assertThat(LeaseRules.checkPercent(OptionalInt.of(100))).isEmpty();
        assertThat(LeaseRules.checkPercent(OptionalInt.empty())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyALeaseThatIsDueAndUnnoticedIsMarked(Standing standing) {
        var given = standing.given();

        var decision = LeaseRules.markExpiredIfDue(Optional.of(given.execution()), given.now());

        switch (standing) {
            case LEASE_EXPIRED_UNMARKED -> {
                assertThat(result(decision)).isEqualTo(new MarkExpiredOutcome.MarkedExpired());
                assertThat(events(decision)).containsExactly("lease expired");
            }
            case LEASED -> satisfied(decision, "not_yet_expired");
            case LEASE_EXPIRED -> satisfied(decision, "already_expired");
            case REVOKED -> satisfied(decision, "already_revoked");
            default -> satisfied(decision, "not_active");
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, false", "0, true", "1, true"})
    void aLeaseIsDueAtItsVeryEnd(long offset, boolean due) {
        var given = eligible().leasedBy("w1").atLeaseEnd().after(offset);

        var decision = LeaseRules.markExpiredIfDue(Optional.of(given.execution()), given.now());

        assertThat(decision.changes().isEmpty()).isEqualTo(!due);
    }

    @Test
    void thereIsNothingToMarkOnAnUnknownExecution() {
        satisfied(LeaseRules.markExpiredIfDue(Optional.empty(), Given.T0), "execution_not_found");
    }

    private static Decision<Ok> progress(Given given, OptionalInt percent, Optional<String> message) {
        return LeaseRules.progress(given.execution(), given.fence(), percent, message, given.now());
    }

    private static void satisfied(Decision<MarkExpiredOutcome> decision, String reason) {
        assertThat(result(decision)).isEqualTo(new MarkExpiredOutcome.AlreadySatisfied(reason));
        changesNothing(decision);
    }
}
