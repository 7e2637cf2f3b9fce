package io.flowfabric.store.jdbc.outbox;

/**
 * A page to be written.
 *
 * @param newestAt the time of its newest event
 * @param newestSeq the highest row number of the executions it tells of; 0 when it tells of none
 * @param takenAway whether it tells of a lease that its holder lost
 * @param events its events in the form that the package describes
 */
public record OutboxPage(long newestAt, long newestSeq, boolean takenAway, byte[] events) {}
