package io.flowfabric.model.op.tag;

import io.flowfabric.model.json.Outcome;

/** What came of setting several tags. */
public sealed interface SetTagsOutcome extends Outcome {
    /** All of them are set. */
    record Ok(int count) implements SetTagsOutcome {}
}
