package io.flowfabric.model.op.read;

import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.EligibilityState;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.OwnershipState;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.TerminalOutcome;

/** A state vector with its derived seventh dimension, under the names by which other programs know them. */
public record VectorInfo(
        LifecyclePhase lifecyclePhase,
        OwnershipState ownershipState,
        EligibilityState eligibilityState,
        BlockingReason blockingReason,
        TerminalOutcome terminalOutcome,
        AttemptState attemptState,
        PublicState publicState) {

    /** What there is to say about a vector. */
    public static VectorInfo of(StateVector vector) {
        return new VectorInfo(
                vector.phase(),
                vector.ownership(),
                vector.eligibility(),
                vector.blockingReason(),
                vector.outcome(),
                vector.attemptState(),
                vector.publicState());
    }
}
