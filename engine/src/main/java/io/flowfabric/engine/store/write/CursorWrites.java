package io.flowfabric.engine.store.write;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;

/** Named cursors in a write transaction; in the order of namespace and name. */
public interface CursorWrites extends RecordLocks<CursorKey, NamedCursor> {}
