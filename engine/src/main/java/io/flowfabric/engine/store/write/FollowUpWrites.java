package io.flowfabric.engine.store.write;

import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.read.StoredFollowUp;
import java.util.Collection;
import java.util.List;

/** Follow-ups in a write transaction. */
public interface FollowUpWrites {
    /** Adds follow-ups that are due at once. Dispatchers are woken after the commit, here and in other processes. */
    void append(List<FollowUp> followUps);

    /**
     * Locks follow-ups of a kind that are due by {@code now}, the longest due first. Rows that another transaction
     * holds locked are left out, so that several processes share them.
     */
    List<StoredFollowUp> lockDue(FollowUpKind kind, long now, int limit);

    /** Removes locked follow-ups that are carried out. */
    void finish(Collection<StoredFollowUp> done);

    /**
     * Keeps the positions of locked follow-ups and resets their failures; each moves behind those that are due by now.
     */
    void advance(List<StoredFollowUp> moved);

    /**
     * Counts a failure and puts the next try off, unless the follow-up has moved on or failed elsewhere since it was
     * locked. The timers are woken for the next try after the commit.
     *
     * @return whether it was counted
     */
    boolean fail(StoredFollowUp failed, long nextTryAt);
}
