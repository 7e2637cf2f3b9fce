package io.flowfabric.model.cursor;

import io.flowfabric.model.id.Namespace;

/** What a named cursor is known by. The same name in two namespaces is two cursors. */
public record CursorKey(Namespace namespace, CursorName name) {}
