package io.flowfabric.engine.rules;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.LinkedHashMap;

/** How many queues a namespace has on a lane, and when the stores look whether one of them is empty. */
public final class QueueRules {
    /**
     * So long after a queue was added or looked at, the timers look whether it is empty, which it is once all of its
     * executions were purged. Long enough that a queue which is used again and again is rarely removed in between.
     */
    public static final long LOOK_MS = 3_600_000;

    /** An empty queue that could not be removed, because a transaction was in the way, is looked at again after so long. */
    public static final long LOOK_AGAIN_MS = 60_000;

    /** Beyond so many queues of a lane new kinds share one, so that the rest is left for sets of requirements. */
    static final int MOST_OF_KINDS = Limits.QUEUES / 2;

    private QueueRules() {}

    /** Where executions of a kind stand that has no queue yet. */
    public enum Place {
        /** In a queue of their kind alone. */
        OWN,
        /** In the queue of all kinds that have none of their own. */
        SHARED,
        /** Nowhere: a new queue would be one too many. */
        NONE
    }

    /**
     * Where executions of a kind stand that has no queue of its own yet.
     *
     * @param kinds so many kinds of the same namespace, lane and requirements have a queue of their own
     * @param shared whether the others have one already
     * @param queues so many queues the namespace has on the lane
     */
    public static Place placeOf(String kind, int kinds, boolean shared, int queues) {
        if (KindRules.hasOwnQueue(kind, kinds) && queues < MOST_OF_KINDS) {
            return Place.OWN;
        }
        return shared || queues < Limits.QUEUES ? Place.SHARED : Place.NONE;
    }

    /** Whether a kind may still get a queue of its own. */
    public static boolean isOpenToKinds(int kinds, int queues) {
        return kinds < KindRules.MOST_QUEUES && queues < MOST_OF_KINDS;
    }

    /** Refuses an execution that needs a new queue. It may be taken later, unchanged: when others have been removed. */
    public static EngineError full(Namespace namespace, LaneId lane, int queues) {
        var details = new LinkedHashMap<String, String>();
        details.put("resource", "permits");
        details.put("pool", "queues");
        details.put("max", Integer.toString(Limits.QUEUES));
        details.put("retry_after_ms", Long.toString(LOOK_MS));
        return new EngineError(
                ErrorCode.RESOURCE_EXHAUSTED,
                "namespace %s has %d queues on lane %s, which are as many as there may be"
                        .formatted(namespace, queues, lane),
                details,
                ("Each set of required capabilities takes at least one of the %d. Use fewer sets, or another lane; a queue"
                                + " is removed within two hours after the last of its executions was purged.")
                        .formatted(Limits.QUEUES));
    }
}
