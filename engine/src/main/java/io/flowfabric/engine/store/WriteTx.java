package io.flowfabric.engine.store;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A write transaction. All methods work on sets; what is applied here is visible to later calls on the same one. */
public interface WriteTx extends Tx {

    /** Loads and locks executions, in id order. Unknown ids are missing from the answer. */
    Map<ExecutionId, Loaded> lock(Collection<ExecutionId> ids);

    /** As {@link #lock}, for those alone that nobody else holds locked; it does not wait. */
    Map<ExecutionId, Loaded> tryLock(Collection<ExecutionId> ids);

    /**
     * Loads and locks the next executions of some queues that stand to be claimed: eligible, blocked by route, or under a
     * lapsed lease; by priority, then age, then id. Rows that another transaction holds locked are left out, which the
     * answer says; it locks no more rows than it answers. Large content is not read, only its size.
     *
     * @param scans of different queues
     * @return what each has found
     */
    List<ClaimFront> lockClaimable(List<ClaimScan> scans);

    /** As above, for one. */
    default ClaimFront lockClaimable(ClaimScan scan) {
        return lockClaimable(List.of(scan)).get(0);
    }

    /**
     * Those of some queues in which executions stand to be claimed, locked or not; one that has none may be among them. A
     * look at the others would find nothing.
     */
    Set<Integer> withCandidates(Collection<Integer> queues);

    /**
     * Locks executions whose alarm has gone off by {@code now}, the longest due first. Rows that another transaction holds
     * locked are left out, so that several processes share what is due; so are the named ones.
     */
    List<ExecutionId> lockDue(Alarm alarm, long now, int limit, Collection<ExecutionId> except);

    /** Loads and locks executions of some queues that are blocked by route, the longest blocked first. */
    List<Loaded> lockUnrouted(List<Integer> queues, int limit);

    /** Loads and locks registered workers, by namespace and instance. Unknown ones are missing from the answer. */
    Map<WorkerKey, Worker> lockWorkers(Collection<WorkerKey> keys);

    /** Loads and locks named cursors, by namespace and name. Unknown ones are missing from the answer. */
    Map<CursorKey, NamedCursor> lockCursors(Collection<CursorKey> keys);

    /** The tags of executions that exist; to be asked after locking them. */
    Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids);

    /** As above, of each no more than the tag of one key, if it has that. */
    Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids, String key);

    /** What the workers of these executions need to run them. Unknown ids are missing from the answer. */
    Map<ExecutionId, ExecutionContent> contents(Collection<ExecutionId> ids);

    /** Which of these ids are taken. */
    Collection<ExecutionId> existing(Collection<ExecutionId> ids);

    /** What is known of idempotency keys. */
    KnownKeys byKeys(Collection<ScopedKey> keys);

    /** Writes changes in the order given. A change applies to the version it was decided on, and to no other. */
    void apply(List<Change> changes);

    /**
     * Writes changes of different executions that were decided on copies, each if the execution is still at the version
     * of its copy. Answers which were written. It does not look out for rows that are held: one ends the transaction.
     */
    Set<ExecutionId> applyIfCurrent(List<Change.OfExecution> changes);

    /**
     * Appends to the outbox, in the order given. A worker event that is there already, the same in worker, kind and time,
     * is not repeated.
     */
    void append(List<Event> events);

    /** Forgets idempotency keys whose window ended at or before a moment; answers how many. */
    int trimKeys(long endedBy, int limit);

    /** Forgets events of no execution that happened at or before a moment; answers how many. */
    int trimEvents(long occurredBy, int limit);

    /** Notes lanes that are to be known although nothing was submitted to them; those that are known stay as they are. */
    void addLanes(Collection<LaneId> lanes);

    /**
     * Every queue of some lanes, of a namespace or of all. What it costs does not depend on the queues of other namespaces
     * when one is named.
     */
    List<Queue> queuesOf(Collection<LaneId> lanes, Optional<Namespace> namespace);

    /** Every queue of a lane. */
    default List<Queue> queuesOf(LaneId lane) {
        return queuesOf(List.of(lane), Optional.empty());
    }

    /**
     * Sees to it that there are queues for executions which are to be created in this transaction, as far as
     * {@link io.flowfabric.engine.rules.QueueRules} leaves room for them.
     *
     * @return those that cannot be created, by their places in the list, with the number of queues that their namespace
     *     has on their lane
     */
    Map<Integer, Integer> addQueues(List<Change.Created> created);

    /**
     * Looks at queues for which it is time, and notes that it did. Rows that another transaction holds locked are left out.
     *
     * @return how many it looked at, and which of them seem to have no executions
     */
    QueueLook lookAtQueues(int limit);

    /**
     * Removes those of some queues that have no executions, certainly, and will get none from transactions that are under
     * way; the others stay. It may meet what other transactions hold for long, so it is to be tried rather than waited for.
     * A number is never used again.
     */
    int removeQueues(Collection<Integer> numbers);

    /**
     * A look at some queues.
     *
     * @param looked so many
     * @param empty those that seem to have no executions
     */
    record QueueLook(int looked, List<Integer> empty) {}

    /** An idempotency key within the namespace that gives it meaning. */
    record ScopedKey(Namespace namespace, IdempotencyKey key) {}

    /**
     * What is known of idempotency keys.
     *
     * @param used the executions they stand for; keys nobody used, or whose window has ended, are missing
     * @param held those that a caller has taken in a transaction which was open just now: whoever wants one waits for its
     *     end
     */
    record KnownKeys(Map<ScopedKey, ExecutionId> used, Set<ScopedKey> held) {
        /** None were asked for. */
        public static final KnownKeys NONE = new KnownKeys(Map.of(), Set.of());
    }

    /**
     * Executions that some claim may be about and others not: one namespace, one lane, one set of requirements.
     *
     * @param kind the kind of all of them; empty for a queue of kinds that have none of their own
     */
    record Queue(
            int number, Namespace namespace, LaneId lane, CapabilitySet requiredCapabilities, Optional<String> kind) {}

    /** The setting of that name; the one given, which is stored, when there was none. Whoever is first decides. */
    String settingOr(String name, String value);
}
