package io.flowfabric.model.op.lease;

import io.flowfabric.model.handle.Handle;

/** Arguments of {@code cancel}: the holder gives its execution up for good. */
public record CancelRequest(Handle handle, String reason) {}
