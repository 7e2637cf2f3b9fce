package io.flowfabric.engine.rules.claim;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Given.request;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.refusal;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.policy.ExecutionPolicy;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** 02 §5.4 — permission to claim. */
class GrantRulesTest {

    @Test
    void aGrantLeavesTheExecutionAlone() {
        var given = eligible();
        var request = request("w1", CapabilitySet.EMPTY, 100);

        var decision = GrantRules.issueClaimGrant(given.loaded(), request, given.now());

        assertThat(result(decision))
                .isEqualTo(new GrantOutcome.Granted(
                        Given.ID, Given.ID.routing().key(), "grant-w1", T0 + 100, new LaneId("default")));
        assertThat(decision.changes())
                .containsExactly(new Change.GrantIssued(request.grant(given.execution(), GrantKind.CLAIM, T0)));
        assertThat(decision.events()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyAnEligibleExecutionCanBeGranted(Standing standing) {
        var decision = issue(standing.given(), CapabilitySet.EMPTY);

        switch (standing) {
            case WAITING, RETRY_DUE, REPLAYED, INTERRUPTED ->
                assertThat(result(decision)).isInstanceOf(GrantOutcome.Granted.class);
            default -> refusesQuietly(decision, ErrorCode.EXECUTION_NOT_ELIGIBLE);
        }
    }

    @ParameterizedTest
    @EnumSource(GrantKind.class)
    void aLiveGrantOfAnyKindAndOfAnyoneExcludesAnother(GrantKind kind) {
        refusesQuietly(issue(eligible().granted(kind, "w1", 100), CapabilitySet.EMPTY), ErrorCode.GRANT_ALREADY_EXISTS);
        refusesQuietly(issue(eligible().granted(kind, "w2", 100), CapabilitySet.EMPTY), ErrorCode.GRANT_ALREADY_EXISTS);
    }

    @Test
    void anExpiredGrantIsReplaced() {
        var given = eligible().granted(GrantKind.CLAIM, "w2", 100);

        refusesQuietly(issue(given.after(100), CapabilitySet.EMPTY), ErrorCode.GRANT_ALREADY_EXISTS);
        assertThat(result(issue(given.after(101), CapabilitySet.EMPTY))).isInstanceOf(GrantOutcome.Granted.class);
    }

    @Test
    void missingCapabilitiesAreNamedInOrderAndTheMismatchIsKept() {
        var given = eligible(
                        ExecutionPolicy.builder().requires("gpu", "eu", "avx").build())
                .after(5);

        var decision = issue(given, CapabilitySet.parseCsv("eu"));

        assertThat(refusal(decision).code()).isEqualTo(ErrorCode.CAPABILITY_MISMATCH);
        assertThat(refusal(decision).detail()).isEqualTo("avx,gpu");
        assertThat(refusal(decision).details()).containsOnly(Map.entry("missing", "avx,gpu"));
        assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.MismatchNoted.class);
        assertThat(after(decision).lastCapabilityMismatchAt()).hasValue(given.now());
        assertThat(after(decision).timing().lastMutationAt()).isEqualTo(given.now());
        assertThat(after(decision).vector()).isEqualTo(given.execution().vector());
        assertThat(decision.events()).isEmpty();
    }

    @Test
    void aLiveGrantIsToldBeforeAMismatch() {
        var given = eligible(ExecutionPolicy.builder().requires("gpu").build()).granted(GrantKind.CLAIM, "w2", 100);

        refusesQuietly(issue(given, CapabilitySet.EMPTY), ErrorCode.GRANT_ALREADY_EXISTS);
    }

    @Test
    void aMemberThatIsOwedACancelIsNotEligible() {
        refusesQuietly(issue(eligible().owedCancel(), CapabilitySet.EMPTY), ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "60000, true", "60001, false", "-1, false"})
    void aGrantLastsFromOneToSixtyThousandMilliseconds(long ttlMs, boolean accepted) {
        var refusal = GrantRequest.checkTtl(ttlMs);

        assertThat(refusal.isEmpty()).isEqualTo(accepted);
        refusal.ifPresent(error -> {
            assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(error.detail()).isEqualTo("grant_ttl_ms: " + ttlMs);
        });
    }

    private static Decision<GrantOutcome> issue(Given given, CapabilitySet worker) {
        return GrantRules.issueClaimGrant(given.loaded(), request("w1", worker, 100), given.now());
    }
}
