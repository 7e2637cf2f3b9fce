package io.flowfabric.store.sqlite.opening;

/**
 * How often the log is written back into the file, and by which thread. That takes two syncs and a write for each page, so it
 * is done beside the writer. A writer that never rests always adds to the log meanwhile, and the log begins anew only when all
 * of it was written back: once it is long, the writer itself writes back the rest, which is little by then.
 *
 * <p>Each try sorts the whole log. A reader whose snapshot is older than the log lets none succeed, so that tries would take
 * longer and longer for as long as it reads. After a try in vain the next one is therefore made when the log has doubled. Safe
 * for use by any thread.
 */
public final class CheckpointPace {
    /** In pages: a checkpoint syncs two files, so it should cover some hundreds of groups and not some dozens. */
    static final int LIMIT = 4000;

    /** In limits: so long does the log become before the writer writes back the rest. */
    private static final int LONG = 4;

    /** What is to be done about the log. */
    public enum Step {
        NOTHING,
        BESIDE_THE_WRITER,
        BY_THE_WRITER
    }

    private int limit = LIMIT;

    /** From how many pages on that were not written back they are, beside the writer. */
    synchronized int limit() {
        return limit;
    }

    /** What to do after a commit that left the log like this. */
    public synchronized Step after(LogState log) {
        if (log.length() < LIMIT) {
            limit = LIMIT;
        }
        if (log.length() / LONG >= limit) {
            return Step.BY_THE_WRITER;
        }
        return log.pending() >= limit ? Step.BESIDE_THE_WRITER : Step.NOTHING;
    }

    /** Takes note of what a try has left of the log that it met. */
    public synchronized void tried(LogState log) {
        if (log.length() >= limit && log.pending() >= limit / 2) {
            limit = Math.min(log.length(), Integer.MAX_VALUE / 2) * 2;
        }
    }
}
