package io.flowfabric.model.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.Literal;
import io.flowfabric.model.Literals;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StateLiteralsTest {

    static Stream<Arguments> alphabets() {
        return Stream.of(
                Arguments.of(LifecyclePhase.class, "submitted runnable active suspended terminal"),
                Arguments.of(OwnershipState.class, "unowned leased lease_expired_reclaimable lease_revoked"),
                Arguments.of(
                        EligibilityState.class,
                        "eligible_now not_eligible_until_time blocked_by_dependencies blocked_by_budget"
                                + " blocked_by_quota blocked_by_route blocked_by_lane_state blocked_by_operator"
                                + " not_applicable"),
                Arguments.of(
                        BlockingReason.class,
                        "none waiting_for_worker waiting_for_retry_backoff waiting_for_resume_delay waiting_for_delay"
                                + " waiting_for_signal waiting_for_approval waiting_for_callback"
                                + " waiting_for_tool_result waiting_for_children waiting_for_budget waiting_for_quota"
                                + " waiting_for_capable_worker waiting_for_locality_match paused_by_operator"
                                + " paused_by_policy paused_by_flow_cancel"),
                Arguments.of(TerminalOutcome.class, "none success failed cancelled expired skipped"),
                Arguments.of(
                        AttemptState.class,
                        "none pending_first_attempt running_attempt attempt_interrupted pending_retry_attempt"
                                + " pending_replay_attempt attempt_terminal"),
                Arguments.of(
                        PublicState.class,
                        "waiting delayed rate_limited waiting_children active suspended resumable completed failed"
                                + " cancelled expired skipped"),
                Arguments.of(
                        AttemptStatus.class,
                        "created started suspended ended_success ended_failure ended_cancelled interrupted_reclaimed"),
                Arguments.of(AttemptType.class, "initial retry reclaim replay fallback"));
    }

    @ParameterizedTest
    @MethodSource("alphabets")
    <E extends Enum<E> & Literal> void theAlphabetIsTheOneOfTheSpecification(Class<E> type, String alphabet) {
        List<String> literals =
                Arrays.stream(type.getEnumConstants()).map(Literal::literal).toList();

        assertThat(literals).containsExactly(alphabet.split(" "));
    }

    @ParameterizedTest
    @MethodSource("alphabets")
    <E extends Enum<E> & Literal> void everyLiteralRoundTrips(Class<E> type, String alphabet) {
        for (E constant : type.getEnumConstants()) {
            assertThat(Literals.parse(type, constant.literal())).contains(constant);
        }
        assertThat(Literals.parse(type, alphabet)).isEmpty();
    }
}
