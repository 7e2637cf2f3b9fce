package io.flowfabric.bench.measure;

/**
 * One run of one system.
 *
 * @param submitted per second
 * @param drained per second
 */
public record Lap(double submitted, double drained) {

    /** Executions per second of submitting and draining together: what one costs is the sum of both. */
    public double total() {
        return 1 / (1 / submitted + 1 / drained);
    }
}
