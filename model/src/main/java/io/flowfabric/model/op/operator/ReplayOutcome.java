package io.flowfabric.model.op.operator;

import io.flowfabric.model.json.Outcome;
import io.flowfabric.model.state.PublicState;

/** What came of {@code replay_execution}. */
public sealed interface ReplayOutcome extends Outcome {
    /** The execution will run again. */
    record Replayed(PublicState publicState) implements ReplayOutcome {}
}
