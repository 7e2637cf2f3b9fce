package io.flowfabric.engine.rules.followup;

import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.model.Times;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.worker.WorkerKey;

/** When a follow-up that failed is tried again, and how subjects are written. */
public final class FollowUpRules {
    private static final long FIRST_PAUSE_MS = 100;

    /** It is never dropped, so the pause does not grow for ever. */
    static final long LONGEST_PAUSE_MS = 60_000;

    /** How many doublings lead to the longest pause. */
    private static final int MOST_DOUBLINGS = 10;

    /** Identifiers contain no white space. */
    private static final String SEPARATOR = " ";

    /** After so many failures in a row an operator should look at it: a lock of another transaction would be gone. */
    public static final int KEEPS_FAILING = 5;

    private FollowUpRules() {}

    /**
     * When a follow-up is tried again.
     *
     * @param failures how often it has failed in a row, at least once
     */
    public static long nextTryAt(int failures, long now) {
        long pause = FIRST_PAUSE_MS << Math.min(failures - 1, MOST_DOUBLINGS);
        return Times.plus(now, Math.min(pause, LONGEST_PAUSE_MS));
    }

    /** Unblocks what waited for this worker. */
    public static FollowUp releaseRoutes(WorkerKey worker) {
        return FollowUp.of(
                FollowUpKind.RELEASE_ROUTES,
                worker.namespace() + SEPARATOR + worker.workerInstanceId().value());
    }

    /** The worker that is the subject of a follow-up. */
    public static WorkerKey worker(FollowUp followUp) {
        String[] parts = followUp.subject().split(SEPARATOR, 2);
        if (parts.length < 2) {
            throw new IllegalArgumentException("Not a worker: " + followUp.subject());
        }
        return new WorkerKey(new Namespace(parts[0]), new WorkerInstanceId(parts[1]));
    }
}
