package io.flowfabric.model.op.cursor;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;

/**
 * Arguments of {@code list_cursors}.
 *
 * @param namespace only cursors of this one, when given
 * @param after the cursor of the page before
 * @param limit 0 answers an empty page
 */
public record ListCursors(
        Optional<Namespace> namespace,
        Optional<CursorKey> after,
        @JsonMember(omitted = "1000") int limit) {}
