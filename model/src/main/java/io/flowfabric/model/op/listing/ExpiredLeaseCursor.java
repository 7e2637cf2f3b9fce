package io.flowfabric.model.op.listing;

import io.flowfabric.model.id.ExecutionId;

/** A place among expired leases: by end, then by the text of the execution id. */
public record ExpiredLeaseCursor(long expiresAtMs, ExecutionId executionId) {}
