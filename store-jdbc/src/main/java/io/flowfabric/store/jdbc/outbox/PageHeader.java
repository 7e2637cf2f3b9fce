package io.flowfabric.store.jdbc.outbox;

/**
 * What is known of a page without opening it.
 *
 * @param newestAt the time of its newest event
 * @param newestSeq the highest row number of the executions it tells of
 */
public record PageHeader(long page, long newestAt, long newestSeq) {}
