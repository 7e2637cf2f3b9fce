package io.flowfabric.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorCodeTest {

    @Test
    void everyVectorHasANumberOfItsOwnAndIsFoundByIt() {
        var codes = StateVector.all().stream().map(VectorCode::of).toList();

        assertThat(codes).doesNotHaveDuplicates();
        assertThat(codes.stream().map(VectorCode::decode)).containsExactlyElementsOf(StateVector.all());
    }

    /** These numbers are in people's databases; a change here needs a migration there. */
    @ParameterizedTest
    @CsvSource({
        "10, ELIGIBLE, PENDING_FIRST_ATTEMPT",
        "11, ELIGIBLE, PENDING_RETRY_ATTEMPT",
        "12, ELIGIBLE, PENDING_REPLAY_ATTEMPT",
        "13, ELIGIBLE, ATTEMPT_INTERRUPTED",
        "18, ELIGIBLE, PENDING_FIRST_ATTEMPT",
        "19, ELIGIBLE, PENDING_FIRST_ATTEMPT",
        "20, DELAYED, PENDING_FIRST_ATTEMPT",
        "28, DELAYED, PENDING_FIRST_ATTEMPT",
        "29, DELAYED, PENDING_FIRST_ATTEMPT",
        "23, DELAYED, ATTEMPT_INTERRUPTED",
        "31, RETRY_BACKOFF, PENDING_RETRY_ATTEMPT",
        "43, RESUME_DELAY, ATTEMPT_INTERRUPTED",
        "50, BLOCKED_BY_DEPENDENCIES, PENDING_FIRST_ATTEMPT",
        "60, BLOCKED_BY_BUDGET, PENDING_FIRST_ATTEMPT",
        "70, BLOCKED_BY_QUOTA, PENDING_FIRST_ATTEMPT",
        "80, BLOCKED_BY_ROUTE, PENDING_FIRST_ATTEMPT",
        "90, BLOCKED_BY_OPERATOR, PENDING_FIRST_ATTEMPT",
        "103, BLOCKED_BY_LANE_STATE, ATTEMPT_INTERRUPTED",
        "114, LEASED, RUNNING_ATTEMPT",
        "123, LEASE_EXPIRED, ATTEMPT_INTERRUPTED",
        "133, LEASE_REVOKED, ATTEMPT_INTERRUPTED",
        "155, SUCCESS, ATTEMPT_TERMINAL",
        "165, FAILED, ATTEMPT_TERMINAL",
        "170, CANCELLED, PENDING_FIRST_ATTEMPT",
        "172, CANCELLED, PENDING_REPLAY_ATTEMPT",
        "175, CANCELLED, ATTEMPT_TERMINAL",
        "185, EXPIRED, ATTEMPT_TERMINAL",
        "195, SKIPPED, ATTEMPT_TERMINAL",
        "196, SKIPPED, NONE",
    })
    void storedNumbersKeepTheirMeaning(int code, VectorRow row, AttemptState attemptState) {
        assertThat(VectorCode.decode(code)).isEqualTo(StateVector.of(row, attemptState));
    }

    @ParameterizedTest
    @CsvSource({
        "140, WAITING_FOR_SIGNAL",
        "141, WAITING_FOR_APPROVAL",
        "142, WAITING_FOR_CALLBACK",
        "143, WAITING_FOR_TOOL_RESULT",
        "144, WAITING_FOR_BUDGET",
        "145, PAUSED_BY_OPERATOR",
        "146, PAUSED_BY_POLICY",
    })
    void storedSuspensionsKeepTheirReason(int code, BlockingReason reason) {
        assertThat(VectorCode.decode(code)).isEqualTo(StateVector.suspended(reason));
    }

    @Test
    void vectorsOfWhatHasEndedBeginAt150() {
        assertThat(StateVector.all())
                .allSatisfy(vector -> assertThat(VectorCode.of(vector) >= 150).isEqualTo(vector.isTerminal()));
    }

    @Test
    void theVectorsOfARowAreNeighbours() {
        for (StateVector vector : StateVector.all()) {
            assertThat(VectorCode.of(vector) / 10)
                    .as("%s", vector)
                    .isEqualTo(vector.row().ordinal() + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 14, 30, 147, 156, 200, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void anUnknownNumberIsCorruption(int code) {
        var refused = catchThrowableOfType(ValidationException.class, () -> VectorCode.decode(code));

        assertThat(refused.code()).isEqualTo(ErrorCode.CORRUPTION);
        assertThat(refused.detail()).isEqualTo("vector: " + code);
    }
}
