package io.flowfabric.model.op.grant;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.flowfabric.model.json.Outcome;
import io.flowfabric.model.op.claim.Claim;

/** What came of consuming a claim grant: a claim; anything else is an error. */
public sealed interface ClaimedOutcome extends Outcome {
    /** The execution is leased. */
    record Claimed(@JsonValue Claim claim) implements ClaimedOutcome {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public Claimed {}
    }

    Claim claim();
}
