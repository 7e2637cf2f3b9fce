package io.flowfabric.engine.store.read;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.lease.LeaseMarks;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.listing.ExpiredLeaseCursor;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reading executions without locking them. */
public interface ExecutionReads {
    Optional<Execution> find(ExecutionId id);

    /** An execution, and the result stored for it. */
    record WithResult(Execution execution, Optional<Payload> result) {}

    /** Both at once; to be the only question of its read. */
    default Optional<WithResult> findWithResult(ExecutionId id) {
        return find(id).map(execution -> new WithResult(execution, result(id)));
    }

    /** Those of them that have ended or are not stored; to be the only question of its read. */
    Set<ExecutionId> settled(Collection<ExecutionId> ids);

    /** What a rule would be given. */
    Optional<Loaded> load(ExecutionId id);

    /** How often executions were reclaimed, of those whose lease has ended and that no worker has reclaimed since. */
    List<ReclaimCount> reclaimCounts(Collection<ExecutionId> ids);

    /**
     * What decides whether an execution may be reclaimed once more.
     *
     * @param marks what the holder of the ended lease has said
     */
    record ReclaimCount(ExecutionId executionId, int reclaims, LeaseMarks marks, ExecutionPolicy policy) {}

    Optional<ExecutionContent> content(ExecutionId id);

    Optional<ExecutionPolicy> policy(ExecutionId id);

    /** The tags of those that exist, without the rest of their content. */
    Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids);

    /** As above, of each no more than the tag of one key, if it has that. */
    Map<ExecutionId, Tags> tags(Collection<ExecutionId> ids, String key);

    /** The stored result; empty when there is none. */
    Optional<Payload> result(ExecutionId id);

    /** The newest attempts, the open one included, by index. */
    List<Attempt> attempts(ExecutionId id, int limit);

    /** Ids of eligible executions in the order of their lane; {@code limit} replaces that of the request. */
    List<ExecutionId> eligible(ScanEligibleExecutions wanted, int limit);

    /** Ids in the order of their text; {@code limit} replaces that of the request. */
    List<ExecutionId> list(ListExecutions wanted, int limit);

    /**
     * Of some executions those that stand in no index although their rows ask for it, and in which. A store whose indexes
     * are kept by the database itself has none.
     */
    Map<ExecutionId, String> unindexed(Collection<ExecutionId> ids);

    /**
     * Active executions whose lease ends at or before a moment and was not revoked, by end and then by the text of the
     * id.
     */
    List<Execution> underExpiredLease(LeaseScan scan);

    /** A page of expired leases, behind a position or from the longest expired on. */
    record LeaseScan(long asOf, Optional<ExpiredLeaseCursor> after, Optional<Namespace> namespace, int limit) {}
}
