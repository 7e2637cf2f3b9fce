package io.flowfabric.bench.measure;

/**
 * What one execution cost on PostgreSQL.
 *
 * @param walBytes written ahead by the server
 * @param commits transactions that ended
 * @param cpuMicros processor time of this process, which the server's is not part of
 */
public record Cost(double walBytes, double commits, double cpuMicros) {}
