package io.flowfabric.model.op.lease;

import io.flowfabric.model.handle.Handle;

/** Arguments of {@code delay}; a time that has passed hands the execution back at once. */
public record DelayRequest(Handle handle, long delayUntil) {}
