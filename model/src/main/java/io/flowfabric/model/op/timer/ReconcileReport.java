package io.flowfabric.model.op.timer;

/**
 * What a scan of records has found.
 *
 * @param processed how many were checked
 * @param errors how many of them are not as they should be
 */
public record ReconcileReport(long processed, long errors) {}
