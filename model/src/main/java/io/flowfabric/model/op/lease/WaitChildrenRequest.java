package io.flowfabric.model.op.lease;

import io.flowfabric.model.handle.Handle;

/** Arguments of {@code wait_children}. */
public record WaitChildrenRequest(Handle handle) {}
