package io.flowfabric.engine.rules.record;

import java.util.List;

/**
 * How much one transaction purges at most. An execution is purged as a whole: one that exceeds a bound alone makes a set
 * of its own.
 *
 * @param executions how many
 * @param changes how many they have gone through; each has left a few rows at most
 * @param bytes how many their inputs and results hold
 */
public record PurgeSet(int executions, long changes, long bytes) {
    /** While other transactions write, too: rows of a set are locked until it is committed, and no others wait for it. */
    public static final PurgeSet BESIDE_OTHER_WRITERS = new PurgeSet(500, 5_000, 4 << 20);

    /** In a store with one writer at a time: all others wait while a set is deleted, for a few milliseconds. */
    public static final PurgeSet AS_ONLY_WRITER = new PurgeSet(100, 1_000, 1 << 20);

    /**
     * What purging an execution costs.
     *
     * @param changes how many it has gone through
     * @param bytes how many its input and its results hold
     */
    public record Weight(long changes, long bytes) {}

    /** How many of some executions make a set, from the first on: at least one, if there is one. */
    public int size(List<Weight> weights) {
        long sumOfChanges = 0;
        long sumOfBytes = 0;
        for (int i = 0; i < weights.size(); i++) {
            sumOfChanges += weights.get(i).changes();
            sumOfBytes += weights.get(i).bytes();
            boolean full = i >= executions || sumOfChanges > changes || sumOfBytes > bytes;
            if (full && i > 0) {
                return i;
            }
        }
        return weights.size();
    }
}
