package io.flowfabric.model.op.lease;

/** A lease was renewed: when it now ends, and the epoch, which a renewal never changes. */
public record RenewOutcome(long expiresAtMs, long leaseEpoch) {}
