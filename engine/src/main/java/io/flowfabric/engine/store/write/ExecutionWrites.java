package io.flowfabric.engine.store.write;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.claim.ClaimFront;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.tag.Tags;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Executions in a write transaction. Each is loaded with what rules about it need, its grant included, which is read
 * after the execution is locked and needs no lock of its own: only holders of that lock write it.
 */
public interface ExecutionWrites extends RecordLocks<ExecutionId, Loaded>, DueLocks<DueKind, ExecutionId> {

    /**
     * Loads and locks the next claimable executions of some queues: eligible, blocked by route, or under a reclaimable
     * lease; by priority, then age, then id. Rows that another transaction holds locked are skipped, which the result
     * says; it locks no more rows than it returns. Large content is not read, only its size.
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
     * Those of some queues that have claimable executions, locked or not; one that has none may be among them. A scan
     * of the others would find nothing.
     */
    Set<Integer> withCandidates(Collection<Integer> queues);

    /** Loads and locks executions of some queues that are blocked by route, the longest blocked first. */
    List<Loaded> lockUnrouted(List<Integer> queues, int limit);

    /** The tags of executions that exist; to be read after locking them. */
    Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids);

    /** As above, of each no more than the tag of one key, if it has that. */
    Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids, String key);

    /** What the workers of these executions need to run them. Unknown ids are missing from the answer. */
    Map<ExecutionId, ExecutionContent> contents(Collection<ExecutionId> ids);

    /**
     * Writes changes of different executions that were decided on cached states, each if the execution is still at the
     * cached version. Returns which were written. Rows that are held are not skipped: one ends the transaction.
     */
    Set<ExecutionId> applyIfCurrent(List<Change.OfExecution> changes);
}
