package io.flowfabric.engine.rules.claim;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.engine.rules.Told;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.operator.BlockOutcome;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.BlockingReason;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** 02 §5.8 — held back, and put back. */
class AdmissionRulesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "waiting_for_budget",
                "waiting_for_quota",
                "waiting_for_capable_worker",
                "paused_by_operator",
                "paused_by_policy"
            })
    void anEligibleExecutionIsHeldBackForEachOfFiveReasonsAndPutBack(String reason) {
        var given = Standing.RETRY_DUE.given().after(5);

        var blocked = block(given, reason);
        assertThat(result(blocked)).isEqualTo(new BlockOutcome.Blocked(Given.ID, reason));
        assertThat(after(blocked).vector().blockingReason().literal()).isEqualTo(reason);
        assertThat(after(blocked).vector().attemptState()).isEqualTo(AttemptState.PENDING_RETRY_ATTEMPT);
        assertThat(after(blocked).blockingDetail()).isEqualTo("why");
        assertThat(blocked.events()).isEmpty();

        var back = unblock(given.then(blocked), Optional.of(reason));
        assertThat(result(back)).isEqualTo(Ok.OK);
        assertThat(after(back).vector()).isEqualTo(given.execution().vector());
        assertThat(after(back).blockingDetail()).isEmpty();
        assertThat(after(back).timing().createdAt()).isEqualTo(T0);
        assertThat(back.events()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void whateverIsNotEligibleIsRejectedWithoutAnError(Standing standing) {
        var decision = block(standing.given(), "waiting_for_budget");

        switch (standing) {
            case WAITING, RETRY_DUE, INTERRUPTED, REPLAYED ->
                assertThat(result(decision)).isInstanceOf(BlockOutcome.Blocked.class);
            case SUCCEEDED, FAILED, CANCELLED, CANCELLED_UNRUN, EXPIRED, SKIPPED ->
                rejected(decision, "execution_not_active");
            default -> rejected(decision, "execution_not_eligible");
        }
    }

    /** A claim grant is still good at the moment it ends. */
    @Test
    void onlyALiveGrantKeepsAnExecutionFromBeingHeldBackForItsRoute() {
        var granted = eligible().granted(GrantKind.CLAIM, "w1", 100);

        for (long ms : new long[] {99, 100}) {
            rejected(AdmissionRules.blockUnroutable(granted.loaded(), granted.now() + ms), "grant_already_exists");
        }
        var held = AdmissionRules.blockUnroutable(granted.loaded(), granted.now() + 101);
        assertThat(result(held)).isEqualTo(new BlockOutcome.Blocked(Given.ID, "waiting_for_capable_worker"));
        assertThat(after(held).vector().blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_CAPABLE_WORKER);
    }

    @Test
    void anUnknownExecutionIsRejectedToo() {
        rejected(AdmissionRules.block(Optional.empty(), "waiting_for_budget", "", T0), "execution_not_found");
    }

    @Test
    void anUnknownReasonIsRejectedAfterTheState() {
        rejected(block(eligible(), "waiting_for_signal"), "invalid_blocking_reason");
        rejected(block(eligible(), ""), "invalid_blocking_reason");
        rejected(block(Standing.LEASED.given(), "nonsense"), "execution_not_eligible");
    }

    @Test
    void aRouteIsBlockedForWantOfAWorkerAndForNoOtherReason() {
        assertThat(result(blockRoute(eligible(), "waiting_for_capable_worker")))
                .isInstanceOf(BlockOutcome.Blocked.class);
        rejected(blockRoute(eligible(), "waiting_for_budget"), "invalid_blocking_reason");
        rejected(blockRoute(eligible(), "nonsense"), "invalid_blocking_reason");
        rejected(blockRoute(Standing.SUCCEEDED.given(), "waiting_for_budget"), "execution_not_active");
        rejected(blockRoute(Standing.DELAYED.given(), "waiting_for_capable_worker"), "execution_not_eligible");
    }

    @Test
    void aBlockRemovesTheGrantThatItMakesUseless() {
        assertThat(block(eligible().granted(GrantKind.CLAIM, "w1", 100), "waiting_for_quota")
                        .changes())
                .contains(new Change.GrantRemoved(Given.ID));
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyWhatAdmissionHeldBackCanBePutBack(Standing standing) {
        var decision = unblock(standing.given(), Optional.empty());

        switch (standing) {
            case BLOCKED_BY_BUDGET, BLOCKED_BY_QUOTA, BLOCKED_BY_ROUTE, BLOCKED_BY_OPERATOR, BLOCKED_BY_LANE_STATE ->
                assertThat(after(decision).vector().isEligible()).isTrue();
            default -> refusesQuietly(decision, ErrorCode.EXECUTION_NOT_ELIGIBLE);
        }
    }

    @Test
    void aSuspensionForBudgetOrByAnOperatorIsNoBlock() {
        var forBudget = eligible().leasedBy("w1").suspended(BlockingReason.WAITING_FOR_BUDGET);
        var byOperator = eligible().leasedBy("w1").suspended(BlockingReason.PAUSED_BY_OPERATOR);

        refusesQuietly(unblock(forBudget, Optional.empty()), ErrorCode.EXECUTION_NOT_ELIGIBLE);
        refusesQuietly(unblock(byOperator, Optional.of("paused_by_operator")), ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }

    @Test
    void aStaleUnblockDoesNotLiftAnotherBlock() {
        refusesQuietly(
                unblock(Standing.BLOCKED_BY_QUOTA.given(), Optional.of("waiting_for_budget")),
                ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"waiting_for_worker", "waiting_for_children", "nonsense", ""})
    void anExpectedReasonThatHoldsNothingBackIsRefusedByName(String reason) {
        var refusal = AdmissionRules.checkExpectedReason(Optional.of(reason)).orElseThrow();

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_BLOCKING_REASON);
        assertThat(refusal.detail()).isEqualTo(reason);
    }

    @Test
    void noExpectationAndAPossibleOneAreAccepted() {
        assertThat(AdmissionRules.checkExpectedReason(Optional.empty())).isEmpty();
        assertThat(AdmissionRules.checkExpectedReason(Optional.of("paused_by_policy")))
                .isEmpty();
    }

    @Test
    void aRefusedUnblockNamesTheReasonThatWasExpected() {
        assertThat(Told.refusal(unblock(Standing.BLOCKED_BY_QUOTA.given(), Optional.of("waiting_for_budget")))
                        .message())
                .contains("(waiting_for_quota); it is not blocked for waiting_for_budget");
    }

    private static Decision<BlockOutcome> block(Given given, String reason) {
        return AdmissionRules.block(Optional.of(given.loaded()), reason, "why", given.now());
    }

    private static Decision<BlockOutcome> blockRoute(Given given, String reason) {
        return AdmissionRules.blockRoute(Optional.of(given.loaded()), reason, "why", given.now());
    }

    private static Decision<Ok> unblock(Given given, Optional<String> expected) {
        return AdmissionRules.unblock(given.execution(), expected, given.now());
    }

    private static void rejected(Decision<BlockOutcome> decision, String message) {
        assertThat(result(decision)).isEqualTo(new BlockOutcome.Rejected(message));
        changesNothing(decision);
    }
}
