package io.flowfabric.bench.micro;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.claim.ClaimFront;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.engine.store.write.CursorWrites;
import io.flowfabric.engine.store.write.EventWrites;
import io.flowfabric.engine.store.write.ExecutionWrites;
import io.flowfabric.engine.store.write.FollowUpWrites;
import io.flowfabric.engine.store.write.KeyWrites;
import io.flowfabric.engine.store.write.LaneWrites;
import io.flowfabric.engine.store.write.RetentionWrites;
import io.flowfabric.engine.store.write.SettingWrites;
import io.flowfabric.engine.store.write.WorkerWrites;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The transaction of a {@link NothingStore}, always the same one. */
final class NothingTx implements WriteTx, ExecutionWrites, LaneWrites {
    private static final List<Queue> QUEUES = List.of(
            new Queue(1, Specimens.SUBMITTED.namespace(), Specimens.LANE, CapabilitySet.EMPTY, Optional.empty()));
    private static final ExecutionContent CONTENT =
            new ExecutionContent("noop", "", Specimens.SUBMITTED.input(), Tags.EMPTY);

    private final List<Candidate> candidates = new ArrayList<>();
    private final Map<ExecutionId, Loaded> leased = new HashMap<>();
    private int handedOut;

    NothingTx(int executions) {
        for (int i = 0; i < executions; i++) {
            candidates.add(new Candidate(
                    Specimens.eligible(),
                    CONTENT.executionKind(),
                    CONTENT.input().bytes().length,
                    Optional.of(CONTENT)));
        }
    }

    @Override
    public long now() {
        return Specimens.NOW;
    }

    @Override
    public ExecutionWrites executions() {
        return this;
    }

    @Override
    public LaneWrites lanes() {
        return this;
    }

    @Override
    public EventWrites events() {
        return events -> {};
    }

    @Override
    public WorkerWrites workers() {
        throw unexpected();
    }

    @Override
    public CursorWrites cursors() {
        throw unexpected();
    }

    @Override
    public KeyWrites keys() {
        throw unexpected();
    }

    @Override
    public RetentionWrites retention() {
        throw unexpected();
    }

    @Override
    public SettingWrites settings() {
        throw unexpected();
    }

    @Override
    public List<Queue> queuesOf(Collection<LaneId> lanes, Optional<Namespace> namespace) {
        return QUEUES;
    }

    @Override
    public Map<Integer, Integer> addQueues(List<Change.Created> created) {
        return Map.of();
    }

    @Override
    public QueueCheck checkQueues(int limit) {
        throw unexpected();
    }

    @Override
    public int removeQueues(Collection<Integer> numbers) {
        throw unexpected();
    }

    @Override
    public List<ClaimFront> lockClaimable(List<ClaimScan> scans) {
        return scans.stream().map(this::next).toList();
    }

    private ClaimFront next(ClaimScan scan) {
        int from = handedOut;
        handedOut = Math.min(from + scan.limit(), candidates.size());
        return new ClaimFront(candidates.subList(from, handedOut), true);
    }

    @Override
    public Set<Integer> withCandidates(Collection<Integer> queues) {
        return Set.copyOf(queues);
    }

    @Override
    public Map<ExecutionId, Loaded> lock(Collection<ExecutionId> ids) {
        var found = new HashMap<ExecutionId, Loaded>();
        ids.forEach(id -> found.put(id, leased.get(id)));
        return found;
    }

    @Override
    public Map<ExecutionId, Loaded> tryLock(Collection<ExecutionId> ids) {
        return lock(ids);
    }

    @Override
    public Set<ExecutionId> applyIfCurrent(List<Change.OfExecution> changes) {
        var written = new HashSet<ExecutionId>();
        for (var change : changes) {
            written.add(change.after().id());
            leased.remove(change.after().id());
        }
        return written;
    }

    @Override
    public void apply(List<Change> changes) {
        for (var change : changes) {
            if (change instanceof Change.Acquired acquired) {
                leased.put(acquired.after().id(), Loaded.of(acquired.after(), ExecutionPolicy.NONE));
            } else if (change instanceof Change.Ended ended) {
                leased.remove(ended.after().id());
            }
        }
    }

    @Override
    public List<ExecutionId> lockDue(DueKind kind, long now, int limit, Collection<ExecutionId> except) {
        throw unexpected();
    }

    @Override
    public List<Loaded> lockUnrouted(List<Integer> queues, int limit) {
        throw unexpected();
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids) {
        throw unexpected();
    }

    @Override
    public Map<ExecutionId, Tags> tagsOf(Collection<ExecutionId> ids, String key) {
        throw unexpected();
    }

    @Override
    public Map<ExecutionId, ExecutionContent> contents(Collection<ExecutionId> ids) {
        throw unexpected();
    }

    @Override
    public Collection<ExecutionId> existing(Collection<ExecutionId> ids) {
        throw unexpected();
    }

    @Override
    public FollowUpWrites followUps() {
        throw unexpected();
    }

    @Override
    public void addLanes(Collection<LaneId> lanes) {
        throw unexpected();
    }

    private static UnsupportedOperationException unexpected() {
        return new UnsupportedOperationException("only claims and completions are measured");
    }
}
