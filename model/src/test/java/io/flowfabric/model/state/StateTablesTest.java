package io.flowfabric.model.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.flow.FlowStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateTablesTest {

    @Test
    void exactlyFourAttemptStatesAreTerminal() {
        assertThat(AttemptStatus.values())
                .filteredOn(AttemptStatus::isTerminal)
                .containsExactly(
                        AttemptStatus.ENDED_SUCCESS,
                        AttemptStatus.ENDED_FAILURE,
                        AttemptStatus.ENDED_CANCELLED,
                        AttemptStatus.INTERRUPTED_RECLAIMED);
    }

    @Test
    void onlyARunningOrInterruptedAttemptIsOpen() {
        assertThat(AttemptState.values())
                .filteredOn(AttemptState::isOpen)
                .containsExactly(AttemptState.RUNNING_ATTEMPT, AttemptState.ATTEMPT_INTERRUPTED);
    }

    @ParameterizedTest
    @CsvSource({
        "open, ACTIVE",
        "running, ACTIVE",
        "blocked, ACTIVE",
        "completed, COMPLETED",
        "failed, FAILED",
        "cancelled, CANCELLED",
        "xyz, UNKNOWN",
        "OPEN, UNKNOWN",
        "'', UNKNOWN",
    })
    void everyFlowLiteralIsSummedUp(String literal, FlowStatus status) {
        assertThat(FlowStatus.ofLiteral(literal)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "waiting_for_signal, waiting_for_signal",
        "step_boundary, waiting_for_signal",
        "waiting_for_approval, waiting_for_approval",
        "waiting_for_callback, waiting_for_callback",
        "waiting_for_tool_result, waiting_for_tool_result",
        "waiting_for_operator_review, paused_by_operator",
        "manual_pause, paused_by_operator",
        "paused_by_policy, paused_by_policy",
        "paused_by_budget, waiting_for_budget",
        "a code of the caller's own, waiting_for_signal",
    })
    void everyReasonCodeHasABlockingReasonThatCanSuspend(String reasonCode, String blockingReason) {
        BlockingReason reason = SuspensionReason.blockingReason(reasonCode);

        assertThat(reason.literal()).isEqualTo(blockingReason);
        assertThat(StateVector.suspended(reason).blockingReason()).isEqualTo(reason);
    }
}
