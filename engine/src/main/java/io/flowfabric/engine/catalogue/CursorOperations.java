package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.PAGE;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.Subject.EVENTS;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.RetrySafety.ALWAYS;
import static io.flowfabric.engine.catalogue.RetrySafety.NEVER;
import static io.flowfabric.engine.catalogue.Scope.ADMIN;
import static io.flowfabric.engine.catalogue.Scope.WORK;

import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.cursor.AdvanceCursorOutcome;
import io.flowfabric.model.op.cursor.CursorPage;
import io.flowfabric.model.op.cursor.DeleteCursor;
import io.flowfabric.model.op.cursor.DeleteCursorOutcome;
import io.flowfabric.model.op.cursor.ListCursors;
import io.flowfabric.model.op.cursor.ReleaseCursor;

/** Places in the outbox that are kept under a name, each for one subscriber at a time. */
public interface CursorOperations {
    Operation<AcquireCursor, AcquireCursorOutcome> ACQUIRE_CURSOR = one(
                    "acquire_cursor", AcquireCursor.class, AcquireCursorOutcome.class)
            .needs(WORK)
            .concerns(EVENTS)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Leases a named cursor that is new, free or expired; waits for it if asked to.");

    Operation<AdvanceCursor, AdvanceCursorOutcome> ADVANCE_CURSOR = one(
                    "advance_cursor", AdvanceCursor.class, AdvanceCursorOutcome.class)
            .needs(WORK)
            .concerns(EVENTS)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Stores how far the holder of a named cursor has come, and renews its lease.");

    Operation<ReleaseCursor, Ok> RELEASE_CURSOR = one("release_cursor", ReleaseCursor.class, Ok.class)
            .needs(WORK)
            .concerns(EVENTS)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Stores how far the holder of a named cursor has come, and releases the cursor at once.");

    Operation<ListCursors, CursorPage> LIST_CURSORS = one("list_cursors", ListCursors.class, CursorPage.class)
            .reads(EVENTS)
            .answers(PAGE)
            .describedAs("Named cursors of one namespace or of all, page by page.");

    Operation<DeleteCursor, DeleteCursorOutcome> DELETE_CURSOR = one(
                    "delete_cursor", DeleteCursor.class, DeleteCursorOutcome.class)
            .needs(ADMIN)
            .concerns(EVENTS)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs("Deletes a named cursor, held or not; its name is new again.");
}
