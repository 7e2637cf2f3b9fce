package io.flowfabric.model.op.cursor;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import java.util.List;
import java.util.Optional;

/** A page of named cursors by namespace, then name; the cursor of the page is there when more remain. */
public record CursorPage(List<NamedCursor> entries, Optional<CursorKey> cursor) {
    public static final CursorPage EMPTY = new CursorPage(List.of(), Optional.empty());

    public CursorPage {
        entries = List.copyOf(entries);
    }
}
