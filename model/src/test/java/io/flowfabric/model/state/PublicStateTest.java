package io.flowfabric.model.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.Literals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PublicStateTest {

    @ParameterizedTest
    @CsvSource({
        "success, completed",
        "failed, failed",
        "cancelled, cancelled",
        "expired, expired",
        "skipped, skipped",
        "none, failed",
    })
    void aTerminalPhaseShowsItsOutcome(String outcome, String label) {
        var parsed = Literals.parse(TerminalOutcome.class, outcome).orElseThrow();

        for (EligibilityState eligibility : EligibilityState.values()) {
            assertThat(PublicState.derive(LifecyclePhase.TERMINAL, eligibility, parsed)
                            .literal())
                    .isEqualTo(label);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "eligible_now, waiting",
        "not_eligible_until_time, delayed",
        "blocked_by_dependencies, waiting_children",
        "blocked_by_budget, rate_limited",
        "blocked_by_quota, rate_limited",
        "blocked_by_route, waiting",
        "blocked_by_lane_state, waiting",
        "blocked_by_operator, waiting",
        "not_applicable, waiting",
    })
    void aRunnablePhaseShowsWhatHoldsItBack(String eligibility, String label) {
        var parsed = Literals.parse(EligibilityState.class, eligibility).orElseThrow();

        for (TerminalOutcome outcome : TerminalOutcome.values()) {
            assertThat(PublicState.derive(LifecyclePhase.RUNNABLE, parsed, outcome)
                            .literal())
                    .isEqualTo(label);
        }
    }

    @ParameterizedTest
    @CsvSource({"SUBMITTED, WAITING", "ACTIVE, ACTIVE", "SUSPENDED, SUSPENDED"})
    void otherPhasesShowThemselvesWhateverTheRest(LifecyclePhase phase, PublicState label) {
        for (EligibilityState eligibility : EligibilityState.values()) {
            for (TerminalOutcome outcome : TerminalOutcome.values()) {
                assertThat(PublicState.derive(phase, eligibility, outcome)).isEqualTo(label);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = VectorRow.class,
            names = {"LEASED", "LEASE_EXPIRED", "LEASE_REVOKED"})
    void anExpiredLeaseStillShowsActive(VectorRow row) {
        var vector = StateVector.of(row, row.attemptStates().iterator().next());

        assertThat(vector.publicState()).isEqualTo(PublicState.ACTIVE);
    }

    @Test
    void theLabelsOfEndedExecutionsAreTerminalAndNoOthers() {
        assertThat(PublicState.values())
                .filteredOn(PublicState::isTerminal)
                .containsExactly(
                        PublicState.COMPLETED,
                        PublicState.FAILED,
                        PublicState.CANCELLED,
                        PublicState.EXPIRED,
                        PublicState.SKIPPED);
    }
}
