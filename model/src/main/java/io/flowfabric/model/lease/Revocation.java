package io.flowfabric.model.lease;

/** That an operator took a lease away: when, and why. */
public record Revocation(long at, String reason) {}
