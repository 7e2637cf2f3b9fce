package io.flowfabric.model.op.grant;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.json.Outcome;
import io.flowfabric.model.op.claim.Claim;

/** What came of {@code reclaim_execution}. */
public sealed interface ReclaimOutcome extends Outcome {
    /** The execution was reclaimed. */
    record Claimed(@JsonValue Claim claim) implements ReclaimOutcome {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public Claimed {}
    }

    /** There is nothing to reclaim. */
    record NotReclaimable(ExecutionId executionId, String detail) implements ReclaimOutcome {}

    /** It was reclaimed too often, and has failed for that. */
    record ReclaimCapExceeded(ExecutionId executionId, int reclaimCount) implements ReclaimOutcome {}

    /** There is no grant for the reclaim, or the grant has expired. */
    record GrantNotFound(ExecutionId executionId) implements ReclaimOutcome {}
}
