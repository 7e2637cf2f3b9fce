package io.flowfabric.engine.rules.lane;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.LinkedHashMap;

/** How many queues a namespace has on a lane, and when the stores check whether one of them is empty. */
public final class QueueRules {
    /**
     * How long after a queue was added or checked the timers check whether it is empty, which it is once all of its
     * executions were purged. Long enough that a queue which is used repeatedly is rarely removed in between.
     */
    public static final long LOOK_MS = 3_600_000;

    /**
     * How long until an empty queue is checked again that could not be removed, because a transaction was in the way.
     */
    public static final long LOOK_AGAIN_MS = 60_000;

    /**
     * Beyond this number of queues of a lane, new kinds share one, so that the rest is left for sets of requirements.
     */
    static final int MOST_OF_KINDS = Limits.QUEUES / 2;

    private QueueRules() {}

    /** The queue of executions whose kind has none yet. */
    public enum QueueChoice {
        /** In a queue of their kind alone. */
        OWN,
        /** In the queue of all kinds that have none of their own. */
        SHARED,
        /** Nowhere: a new queue would be one too many. */
        NONE
    }

    /**
     * The queue of executions whose kind has none of its own yet.
     *
     * @param kinds how many kinds of the same namespace, lane and requirements have a queue of their own
     * @param shared whether the others have one already
     * @param queues how many queues the namespace has on the lane
     */
    public static QueueChoice placeOf(String kind, int kinds, boolean shared, int queues) {
        if (KindRules.hasOwnQueue(kind, kinds) && queues < MOST_OF_KINDS) {
            return QueueChoice.OWN;
        }
        return shared || queues < Limits.QUEUES ? QueueChoice.SHARED : QueueChoice.NONE;
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
                "namespace %s has %d queues on lane %s, the most that are allowed".formatted(namespace, queues, lane),
                details,
                ("Each set of required capabilities takes at least one of the %d. Use fewer sets, or another lane; a queue"
                                + " is removed within two hours after the last of its executions was purged.")
                        .formatted(Limits.QUEUES));
    }
}
