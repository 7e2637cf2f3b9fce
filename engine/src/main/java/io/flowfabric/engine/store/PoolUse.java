package io.flowfabric.engine.store;

/**
 * How the connections of a store's own pool are used at the moment.
 *
 * @param busy those in use
 * @param idle those that nobody uses
 * @param waiting how many wait for one
 */
public record PoolUse(int busy, int idle, int waiting) {}
