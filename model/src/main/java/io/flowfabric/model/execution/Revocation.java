package io.flowfabric.model.execution;

/** That an operator took a lease away: when, and why. */
public record Revocation(long at, String reason) {}
