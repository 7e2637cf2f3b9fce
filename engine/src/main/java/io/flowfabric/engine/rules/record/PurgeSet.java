package io.flowfabric.engine.rules.record;

import java.util.List;

/**
 * How much one transaction purges. It blocks other writers of a SQLite file for as long as it deletes, so the bounds
 * amount to a few milliseconds. An execution is purged as a whole: one that exceeds a bound alone makes a set of its
 * own.
 */
public final class PurgeSet {
    /** How many executions. */
    public static final int EXECUTIONS = 100;

    /** How many changes they have gone through; each has left a few rows at most. */
    static final long CHANGES = 1_000;

    /** How many bytes of inputs and results. */
    static final long BYTES = 1 << 20;

    private PurgeSet() {}

    /**
     * What purging an execution costs.
     *
     * @param changes how many it has gone through
     * @param bytes how many its input and its results hold
     */
    public record Weight(long changes, long bytes) {}

    /** How many of some executions make a set, from the first on: at least one, if there is one. */
    public static int size(List<Weight> weights) {
        long changes = 0;
        long bytes = 0;
        for (int i = 0; i < weights.size(); i++) {
            changes += weights.get(i).changes();
            bytes += weights.get(i).bytes();
            boolean full = i >= EXECUTIONS || changes > CHANGES || bytes > BYTES;
            if (full && i > 0) {
                return i;
            }
        }
        return weights.size();
    }
}
