package io.flowfabric.model.op;

/**
 * What a look through records has found.
 *
 * @param processed how many were looked at
 * @param errors how many of them are not as they should be
 */
public record ReconcileReport(long processed, long errors) {}
