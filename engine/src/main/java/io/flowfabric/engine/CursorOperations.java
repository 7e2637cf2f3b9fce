package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Scope.ADMIN;
import static io.flowfabric.engine.Scope.READ;
import static io.flowfabric.engine.Scope.WORK;

import io.flowfabric.model.op.AcquireCursor;
import io.flowfabric.model.op.AcquireCursorOutcome;
import io.flowfabric.model.op.AdvanceCursor;
import io.flowfabric.model.op.AdvanceCursorOutcome;
import io.flowfabric.model.op.CursorPage;
import io.flowfabric.model.op.DeleteCursor;
import io.flowfabric.model.op.DeleteCursorOutcome;
import io.flowfabric.model.op.ListCursors;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.ReleaseCursor;
import java.util.List;

/** Places in the outbox that are kept under a name, each for one subscriber at a time. */
interface CursorOperations {
    Operation<AcquireCursor, AcquireCursorOutcome> ACQUIRE_CURSOR = one(
            "acquire_cursor",
            AcquireCursor.class,
            AcquireCursorOutcome.class,
            WORK,
            "Takes a named cursor that is new, free or lapsed, under a lease; waits for it if asked to.");

    Operation<AdvanceCursor, AdvanceCursorOutcome> ADVANCE_CURSOR = one(
            "advance_cursor",
            AdvanceCursor.class,
            AdvanceCursorOutcome.class,
            WORK,
            "Stores how far the holder of a named cursor has come, and renews its lease.");

    Operation<ReleaseCursor, Ok> RELEASE_CURSOR = one(
            "release_cursor",
            ReleaseCursor.class,
            Ok.class,
            WORK,
            "Stores how far the holder of a named cursor has come, and lets the next one take it at once.");

    Operation<ListCursors, CursorPage> LIST_CURSORS = one(
            "list_cursors",
            ListCursors.class,
            CursorPage.class,
            READ,
            "Named cursors of one namespace or of all, page by page.");

    Operation<DeleteCursor, DeleteCursorOutcome> DELETE_CURSOR = one(
            "delete_cursor",
            DeleteCursor.class,
            DeleteCursorOutcome.class,
            ADMIN,
            "Forgets a named cursor, held or not; its name is new again.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(ACQUIRE_CURSOR, ADVANCE_CURSOR, RELEASE_CURSOR, LIST_CURSORS, DELETE_CURSOR);
    }
}
