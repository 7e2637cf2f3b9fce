package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.claim.Acquired;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.policy.ExecutionPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 02 §5.7 — an operator claims by hand. */
class OperatorClaimTest {

    @ParameterizedTest
    @EnumSource(Standing.class)
    void anOperatorClaimsOnlyWhatIsEligible(Standing standing) {
        var decision = grantAndClaim(standing.given());

        switch (standing) {
            case WAITING, RETRY_DUE, REPLAYED -> {
                assertThat(result(decision).kind()).isEqualTo(HandleKind.FRESH);
                assertThat(events(decision)).containsExactly("lease acquired: issue_grant_and_claim");
            }
            case INTERRUPTED -> {
                assertThat(result(decision).kind()).isEqualTo(HandleKind.RESUMED);
                assertThat(events(decision)).containsExactly("lease acquired: issue_grant_and_claim_resumed");
            }
            case LEASED, LEASE_EXPIRED_UNMARKED, LEASE_EXPIRED, REVOKED ->
                refusesQuietly(decision, ErrorCode.LEASE_CONFLICT);
            default -> refusesQuietly(decision, ErrorCode.EXECUTION_NOT_ELIGIBLE);
        }
    }

    @Test
    void capabilitiesAreSkippedOnPurpose() {
        var given = eligible(ExecutionPolicy.builder().requires("gpu").build());

        var e = after(grantAndClaim(given));

        assertThat(e.leaseEpoch()).isEqualTo(1);
        assertThat(e.openAttempt().orElseThrow().index()).isZero();
        assertThat(e.leaseHolder().orElseThrow().workerId().value()).isEqualTo("operator");
    }

    @Test
    void aLiveGrantStandsInTheWayBeforeEligibilityDoes() {
        refusesQuietly(grantAndClaim(eligible().granted(GrantKind.CLAIM, "w1", 100)), ErrorCode.GRANT_ALREADY_EXISTS);
        refusesQuietly(
                grantAndClaim(Standing.DELAYED.given().granted(GrantKind.CLAIM, "w1", 100)),
                ErrorCode.GRANT_ALREADY_EXISTS);
    }

    @Test
    void anExpiredGrantIsClearedAway() {
        var decision =
                grantAndClaim(eligible().granted(GrantKind.CLAIM, "w1", 100).after(101));

        assertThat(decision.changes()).contains(new Change.GrantRemoved(Given.ID));
    }

    @Test
    void aMemberThatIsOwedACancelIsNotEligible() {
        refusesQuietly(grantAndClaim(eligible().owedCancel()), ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }

    private static Decision<Acquired> grantAndClaim(Given given) {
        return ClaimRules.grantAndClaim(given.loaded(), given.by("operator"), given.now());
    }
}
