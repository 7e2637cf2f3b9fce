package io.flowfabric.store.sqlite.turn;

import java.io.IOException;

/**
 * The right to write to one database, which its writers pass round fairly, and the count of what they committed.
 *
 * <p>May be called from any thread; a turn that was acquired is released once, by whichever thread.
 */
public interface WriteTurn extends AutoCloseable {

    /**
     * Waits for the turn.
     *
     * @param deadlineNanos a moment of {@link System#nanoTime()}
     * @return whether the caller now has the turn; after {@code false} it holds nothing
     * @throws IOException when the side file cannot be locked; the caller holds nothing then
     */
    boolean acquire(long deadlineNanos) throws IOException;

    /** Passes the turn on. */
    void release();

    /** Raises the commit counter; called by the holder of the turn after each commit. */
    void announceCommit();

    /** How many commits were announced by all writers of this database, in whichever process. */
    long commits();

    /** Where writers tell what their commits concerned. */
    CommitMarks marks();

    /** Gives up this caller's share of the side file; the turn must not be held. Harmless when repeated. */
    @Override
    void close();
}
