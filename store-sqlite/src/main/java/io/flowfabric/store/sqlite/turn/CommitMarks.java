package io.flowfabric.store.sqlite.turn;

/**
 * Counters beside the commit counter by which the writers of a file tell each other what a commit concerned. Programs without
 * them leave them alone, so a commit that is counted and not marked is one of such a program. May be called from any thread.
 */
public interface CommitMarks {
    int SLOTS = 1008;

    /** Raises one of the counters. */
    void add(int slot);

    /** A counter; it starts again below zero when it is full. */
    int get(int slot);

    /** Counts a commit of which the counters tell; called before it is counted as a commit. */
    void countMarked();

    /** How many commits the counters tell of. */
    long marked();
}
