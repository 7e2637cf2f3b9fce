package io.flowfabric.model.op.cursor;

import io.flowfabric.model.json.Outcome;

/** What came of {@code delete_cursor}. */
public sealed interface DeleteCursorOutcome extends Outcome {
    /** The name is new again; its former holder can no longer advance it. */
    record Deleted() implements DeleteCursorOutcome {}

    /** There was no such cursor. */
    record NotFound() implements DeleteCursorOutcome {}
}
