package io.flowfabric.engine;

/**
 * How the connections of a store's own pool are used at the moment.
 *
 * @param busy those in use
 * @param idle those not in use
 * @param waiting how many threads wait for one
 */
public record PoolUse(int busy, int idle, int waiting) {}
