package io.flowfabric.model.state;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The six authoritative dimensions of an execution's state. Only the combinations of {@link VectorRow} exist: any
 * other fails to construct with {@code invariant_violation}. The seventh, public dimension is derived.
 */
public record StateVector(
        LifecyclePhase phase,
        OwnershipState ownership,
        EligibilityState eligibility,
        BlockingReason blockingReason,
        TerminalOutcome outcome,
        AttemptState attemptState) {

    private static final List<StateVector> ALL = Arrays.stream(VectorRow.values())
            .flatMap(row -> row.reasons().stream()
                    .flatMap(reason -> row.attemptStates().stream().map(state -> build(row, reason, state))))
            .toList();

    private static final Map<VectorRow, Map<AttemptState, StateVector>> BY_ROW = ALL.stream()
            .filter(vector -> vector.phase != LifecyclePhase.SUSPENDED)
            .collect(Collectors.groupingBy(
                    StateVector::row,
                    () -> new EnumMap<>(VectorRow.class),
                    Collectors.toMap(StateVector::attemptState, Function.identity())));

    /** Fails with {@code invariant_violation} when no row of the table of legal vectors allows the combination. */
    public StateVector {
        var core = new VectorRow.Core(phase, ownership, eligibility, outcome);
        if (VectorRow.find(core, blockingReason, attemptState).isEmpty()) {
            throw EngineError.of(
                            ErrorCode.INVARIANT_VIOLATION,
                            "illegal state vector",
                            "No row of the table of legal vectors allows phase %s, ownership %s, eligibility %s, reason %s, outcome %s, attempt %s."
                                    .formatted(
                                            phase.literal(),
                                            ownership.literal(),
                                            eligibility.literal(),
                                            blockingReason.literal(),
                                            outcome.literal(),
                                            attemptState.literal()))
                    .toException();
        }
    }

    /** The vector of a row with one blocking reason. Fails with {@code invariant_violation} for another attempt state. */
    public static StateVector of(VectorRow row, AttemptState attemptState) {
        StateVector shared = BY_ROW.getOrDefault(row, Map.of()).get(attemptState);
        return shared != null ? shared : build(row, row.reasons().iterator().next(), attemptState);
    }

    /** The vector of a suspended execution. Fails with {@code invariant_violation} for a reason that cannot suspend. */
    public static StateVector suspended(BlockingReason reason) {
        return build(VectorRow.SUSPENDED, reason, AttemptState.ATTEMPT_INTERRUPTED);
    }

    /** Every legal vector. */
    public static List<StateVector> all() {
        return ALL;
    }

    /** The row of the table of legal vectors that this one belongs to. */
    public VectorRow row() {
        return VectorRow.find(new VectorRow.Core(phase, ownership, eligibility, outcome), blockingReason, attemptState)
                .orElseThrow();
    }

    /** The derived label. */
    public PublicState publicState() {
        return PublicState.derive(phase, eligibility, outcome);
    }

    /** Whether the execution has ended. */
    public boolean isTerminal() {
        return phase == LifecyclePhase.TERMINAL;
    }

    /** Whether a claimer may take the execution at once. */
    public boolean isEligible() {
        return phase == LifecyclePhase.RUNNABLE && eligibility == EligibilityState.ELIGIBLE_NOW;
    }

    private static StateVector build(VectorRow row, BlockingReason reason, AttemptState attemptState) {
        var core = row.core();
        return new StateVector(
                core.phase(), core.ownership(), core.eligibility(), reason, core.outcome(), attemptState);
    }
}
