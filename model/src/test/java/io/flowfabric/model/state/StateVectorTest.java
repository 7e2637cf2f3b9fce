package io.flowfabric.model.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.model.error.BugException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.state.LegalVectors.Legal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class StateVectorTest {

    @Test
    void ofAllCombinationsExactlyTheLegalOnesConstruct() {
        List<String> constructed = everyCombination()
                .flatMap(Optional::stream)
                .map(StateVectorTest::dimensions)
                .toList();

        assertThat(constructed)
                .containsExactlyInAnyOrderElementsOf(
                        LegalVectors.all().map(Legal::dimensions).toList());
    }

    @Test
    void allListsEveryLegalVectorOnce() {
        assertThat(StateVector.all().stream().map(StateVectorTest::dimensions))
                .containsExactlyInAnyOrderElementsOf(
                        LegalVectors.all().map(Legal::dimensions).toList());
    }

    @ParameterizedTest
    @MethodSource("io.flowfabric.model.state.LegalVectors#all")
    void everyLegalVectorKnowsItsRowAndItsLabel(Legal legal) {
        StateVector vector = byDimensions().get(legal.dimensions());

        assertThat(vector.row().name()).isEqualTo(legal.row());
        assertThat(vector.publicState().literal()).isEqualTo(legal.publicState());
    }

    @Test
    void anIllegalVectorIsABugThatNamesEveryDimension() {
        var refused = catchThrowableOfType(
                BugException.class,
                () -> new StateVector(
                        LifecyclePhase.TERMINAL,
                        OwnershipState.LEASED,
                        EligibilityState.NOT_APPLICABLE,
                        BlockingReason.NONE,
                        TerminalOutcome.SUCCESS,
                        AttemptState.RUNNING_ATTEMPT));

        assertThat(refused.code()).isEqualTo(ErrorCode.INVARIANT_VIOLATION);
        assertThat(refused.detail()).isEqualTo("illegal state vector");
        assertThat(refused)
                .hasMessageContainingAll("terminal", "leased", "not_applicable", "none", "success", "running_attempt");
    }

    @ParameterizedTest
    @EnumSource(VectorRow.class)
    void aRowGivesExactlyTheVectorsOfItsAttemptStates(VectorRow row) {
        for (AttemptState state : AttemptState.values()) {
            var vector = catching(() -> StateVector.of(row, state));

            assertThat(vector.isPresent())
                    .as("%s with %s", row, state)
                    .isEqualTo(row.attemptStates().contains(state));
            vector.ifPresent(found -> assertThat(found.row()).isEqualTo(row));
        }
    }

    @ParameterizedTest
    @EnumSource(BlockingReason.class)
    void onlyTheReasonsOfItsRowCanSuspend(BlockingReason reason) {
        var vector = catching(() -> StateVector.suspended(reason));

        assertThat(vector.isPresent()).isEqualTo(VectorRow.SUSPENDED.reasons().contains(reason));
        vector.ifPresent(found -> assertThat(found.blockingReason()).isEqualTo(reason));
    }

    @ParameterizedTest
    @EnumSource(VectorRow.class)
    void onlyTheEligibleRowIsEligibleAndOnlyTheLastFiveAreTerminal(VectorRow row) {
        for (StateVector vector : StateVector.all()) {
            if (vector.row() == row) {
                assertThat(vector.isEligible()).isEqualTo(row == VectorRow.ELIGIBLE);
                assertThat(vector.isTerminal()).isEqualTo(row.compareTo(VectorRow.SUCCESS) >= 0);
            }
        }
    }

    @Test
    void leasesOutcomesAndRunningAttemptsBelongToTheirPhases() {
        assertThat(StateVector.all()).allSatisfy(vector -> {
            assertThat(vector.outcome() != TerminalOutcome.NONE).isEqualTo(vector.isTerminal());
            assertThat(vector.ownership() != OwnershipState.UNOWNED).isEqualTo(vector.phase() == LifecyclePhase.ACTIVE);
            assertThat(vector.attemptState() == AttemptState.RUNNING_ATTEMPT)
                    .isEqualTo(vector.row() == VectorRow.LEASED);
            assertThat(vector.eligibility() == EligibilityState.NOT_APPLICABLE)
                    .isEqualTo(vector.phase() != LifecyclePhase.RUNNABLE);
        });
    }

    private static Map<String, StateVector> byDimensions() {
        return StateVector.all().stream().collect(Collectors.toMap(StateVectorTest::dimensions, Function.identity()));
    }

    private static Stream<Optional<StateVector>> everyCombination() {
        var combinations = new ArrayList<Optional<StateVector>>();
        for (var phase : LifecyclePhase.values()) {
            for (var ownership : OwnershipState.values()) {
                for (var eligibility : EligibilityState.values()) {
                    for (var reason : BlockingReason.values()) {
                        for (var outcome : TerminalOutcome.values()) {
                            for (var attempt : AttemptState.values()) {
                                combinations.add(catching(() ->
                                        new StateVector(phase, ownership, eligibility, reason, outcome, attempt)));
                            }
                        }
                    }
                }
            }
        }
        return combinations.stream();
    }

    private static Optional<StateVector> catching(Supplier<StateVector> construction) {
        try {
            return Optional.of(construction.get());
        } catch (BugException illegal) {
            return Optional.empty();
        }
    }

    private static String dimensions(StateVector vector) {
        return String.join(
                " ",
                vector.phase().literal(),
                vector.ownership().literal(),
                vector.eligibility().literal(),
                vector.blockingReason().literal(),
                vector.outcome().literal(),
                vector.attemptState().literal());
    }
}
