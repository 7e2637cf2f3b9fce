package io.flowfabric.model.op;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.json.Outcome;

/** What came of {@code reclaim_execution}. */
public sealed interface ReclaimOutcome extends Outcome {
    /** The execution was taken over. */
    record Claimed(@JsonValue Claim claim) implements ReclaimOutcome {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public Claimed {}
    }

    /** There is nothing to take over. */
    record NotReclaimable(ExecutionId executionId, String detail) implements ReclaimOutcome {}

    /** It was taken over too often, and has failed for that. */
    record ReclaimCapExceeded(ExecutionId executionId, int reclaimCount) implements ReclaimOutcome {}

    /** Nobody was granted the takeover, or the grant has run out. */
    record GrantNotFound(ExecutionId executionId) implements ReclaimOutcome {}
}
