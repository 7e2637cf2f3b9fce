package io.flowfabric.bench.measure;

import java.util.OptionalDouble;

/**
 * What one execution cost on PostgreSQL.
 *
 * @param walBytes written ahead by the server
 * @param commits transactions that ended
 * @param serverMicros processor time of the server, if it runs on this machine for us
 */
public record Cost(double walBytes, double commits, OptionalDouble serverMicros) {}
