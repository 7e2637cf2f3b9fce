package io.flowfabric.engine.store.read;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.Namespace;
import java.util.List;
import java.util.Optional;

/** Reading named cursors without locking them. */
public interface CursorReads {
    Optional<NamedCursor> find(CursorKey key);

    /** Cursors in the order of the bytes of namespace and name. */
    List<NamedCursor> list(Scan scan);

    /**
     * A page of cursors.
     *
     * @param after where the last page ended; from the first cursor when empty
     */
    record Scan(Optional<Namespace> namespace, Optional<CursorKey> after, int limit) {}
}
