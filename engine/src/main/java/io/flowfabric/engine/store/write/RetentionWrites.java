package io.flowfabric.engine.store.write;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.record.PurgeSet;
import io.flowfabric.engine.store.read.RetentionReads;
import io.flowfabric.engine.store.read.RetentionReads.Ended;
import io.flowfabric.engine.store.read.RetentionReads.Scan;
import java.util.List;
import java.util.Optional;

/**
 * What was kept long enough, in a write transaction: executions are locked to be purged as a set, the rest is trimmed.
 */
public interface RetentionWrites {

    /**
     * Loads and locks what {@link RetentionReads#due} would find, in the same order. Rows that another transaction
     * holds locked are left out and do not count, so that several processes share the work.
     */
    PurgeCandidates lockDue(Scan scan);

    /** How much may be purged in one transaction without keeping others waiting. */
    PurgeSet largestSet();

    /** Deletes idempotency keys whose window ended at or before a time; returns how many. */
    int trimKeys(long endedBy, int limit);

    /**
     * Trims the outbox from its front. Events that happened at or before a time go as far as no execution is kept that is as
     * old as theirs; those from at or before an earlier time go in any case, unless their own execution is kept. The first that
     * has to stay in its place keeps all behind it, also those that a clock which was set back made older.
     *
     * @param limit of steps; the answer is as much when there may be more to trim, and less otherwise
     */
    int trimEvents(long occurredBy, long outlivedBy, int limit);

    /**
     * Executions that need no longer be kept.
     *
     * @param candidates in their order
     * @param next behind which there may be others; empty when there are none
     */
    record PurgeCandidates(List<PurgeCandidate> candidates, Optional<Ended> next) {
        /** What was found by a scan, of which some may be missing because what belongs to them is not stored. */
        public static PurgeCandidates of(Scan scan, List<Ended> found, List<PurgeCandidate> loaded) {
            boolean full = found.size() == scan.limit();
            return new PurgeCandidates(loaded, full ? Optional.of(found.get(found.size() - 1)) : Optional.empty());
        }
    }

    /**
     * An ended execution that need no longer be kept, locked.
     *
     * @param ended its place in the order
     * @param bytes about how much its input and its results hold
     */
    record PurgeCandidate(Ended ended, Loaded loaded, long bytes) {}
}
