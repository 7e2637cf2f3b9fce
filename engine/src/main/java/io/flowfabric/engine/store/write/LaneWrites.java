package io.flowfabric.engine.store.write;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lanes and the queues that they consist of, in a write transaction. */
public interface LaneWrites {

    /**
     * Notes lanes that are to be known although nothing was submitted to them; those that are known stay as they are.
     */
    void addLanes(Collection<LaneId> lanes);

    /**
     * Every queue of some lanes, of a namespace or of all. What it costs does not depend on the queues of other
     * namespaces when one is named.
     */
    List<Queue> queuesOf(Collection<LaneId> lanes, Optional<Namespace> namespace);

    /** Every queue of a lane. */
    default List<Queue> queuesOf(LaneId lane) {
        return queuesOf(List.of(lane), Optional.empty());
    }

    /**
     * Ensures that there are queues for executions which are to be created in this transaction, as far as {@link
     * io.flowfabric.engine.rules.lane.QueueRules} allows them.
     *
     * @return those that cannot be created, by their places in the list, with the number of queues that their namespace
     *     has on their lane
     */
    Map<Integer, Integer> addQueues(List<Change.Created> created);

    /**
     * Checks queues that are due for it, and notes that it did. Rows that another transaction holds locked are skipped.
     *
     * @return how many it checked, and which of them seem to have no executions
     */
    QueueCheck checkQueues(int limit);

    /**
     * Removes those of some queues that have no executions, certainly, and will get none from transactions that are
     * under way; the others stay. It may meet what other transactions hold for long, so it is to be tried rather than
     * waited for. A number is never used again.
     */
    int removeQueues(Collection<Integer> numbers);

    /**
     * The result of checking queues.
     *
     * @param looked how many were checked
     * @param empty those that seem to have no executions
     */
    record QueueCheck(int looked, List<Integer> empty) {}
}
