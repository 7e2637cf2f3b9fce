package io.flowfabric.engine.rules.claim;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Given.request;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome.Granted;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome.NoWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 05 §5.4 — permission to claim the first candidate. */
class WorkerGrantRulesTest {

    @Test
    void grantNamesNoLaneAndLeavesTheExecutionAlone() {
        var given = eligible();
        var request = request("w1", CapabilitySet.EMPTY, 100);

        var decision = GrantRules.claimForWorker(given.loaded(), request, given.now());

        assertThat(result(decision))
                .isEqualTo(new Granted(Given.ID, Given.ID.routing().key(), "grant-w1", T0 + 100));
        assertThat(decision.changes())
                .containsExactly(new Change.GrantIssued(request.grant(given.execution(), GrantKind.CLAIM, T0)));
        assertThat(decision.events()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyWhatCanBeStartedIsGranted(Standing standing) {
        var decision = claim(standing.given());

        switch (standing) {
            case WAITING, RETRY_DUE, REPLAYED, INTERRUPTED ->
                assertThat(decision.changes()).hasSize(1);
            case BLOCKED_BY_ROUTE ->
                assertThat(decision.changes())
                        .extracting(change -> (Object) change.getClass())
                        .containsExactly(Change.Moved.class, Change.GrantIssued.class);
            default -> passesOver(decision);
        }
    }

    @ParameterizedTest
    @EnumSource(GrantKind.class)
    void liveGrantOfAnyWorkerIsKept(GrantKind kind) {
        passesOver(claim(eligible().granted(kind, "w1", 100)));
        passesOver(claim(eligible().granted(kind, "w2", 100)));
        assertThat(result(claim(eligible().granted(kind, "w2", 100).after(101))))
                .isInstanceOf(Granted.class);
    }

    @Test
    void whatIsOwedACancelIsNotBegun() {
        passesOver(claim(eligible().owedCancel()));
    }

    private static Decision<ClaimForWorkerOutcome> claim(Given given) {
        return GrantRules.claimForWorker(given.loaded(), request("w1", CapabilitySet.EMPTY, 100), given.now());
    }

    private static void passesOver(Decision<ClaimForWorkerOutcome> decision) {
        assertThat(decision).isEqualTo(Decision.of(new NoWork()));
    }
}
