package io.flowfabric.model.op;

import io.flowfabric.model.handle.Handle;
import java.util.Optional;

/** Arguments of {@code complete}. */
public record CompleteRequest(Handle handle, Optional<Payload> result) {}
