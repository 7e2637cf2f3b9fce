package io.flowfabric.model.op;

import io.flowfabric.model.handle.Handle;

/** Arguments of {@code renew}: the lease goes on for as long as it was claimed for. */
public record RenewRequest(Handle handle) {}
