package io.flowfabric.model.op.cursor;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.id.Namespace;

/** Arguments of {@code delete_cursor}. */
public record DeleteCursor(Namespace namespace, CursorName name) {

    /** What the cursor is known by. */
    public CursorKey key() {
        return new CursorKey(namespace, name);
    }
}
