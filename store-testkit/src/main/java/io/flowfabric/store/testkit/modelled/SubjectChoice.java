package io.flowfabric.store.testkit.modelled;

import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** What a call is about and what its caller can show: mostly the right thing, and every wrong one now and then. */
final class SubjectChoice {
    private static final int BEYOND_ALL_PARTITIONS = 300;

    private final SeededRandom random;
    private final World world;
    private final IssuedHandles issuedHandles;

    SubjectChoice(SeededRandom random, World world, IssuedHandles issuedHandles) {
        this.random = random;
        this.world = world;
        this.issuedHandles = issuedHandles;
    }

    /** A handle and what it says, if it can be read. */
    record Shown(Handle handle, String note) {}

    /** An execution in a state, if there is one; now and then any other, or an id that none has. */
    ExecutionId where(Predicate<ModelledExecution> fits) {
        var fitting = world.executions().stream().filter(fits).toList();
        return fitting.isEmpty() || random.oneIn(6)
                ? any()
                : random.pick(fitting).execution().id();
    }

    /** An execution, or, rarely, an id that none has. */
    ExecutionId any() {
        var all = world.executions();
        if (all.isEmpty() || random.oneIn(30)) {
            return newId();
        }
        return random.pick(all).execution().id();
    }

    /** An id that no execution has had. */
    ExecutionId newId() {
        int partition = random.oneIn(25) ? BEYOND_ALL_PARTITIONS : random.pick(Participants.PARTITIONS);
        return new ExecutionId(partition, random.uuid());
    }

    /** A lease as its holder knows it; often an expired or an old one, now and then with one part wrong. */
    HandlePayload lease() {
        boolean live = !random.oneIn(4);
        var current = issuedHandles.newest(where(each -> live ? isLive(each) : ExecutionStage.isActive(each)));
        if (current.isPresent() && !random.oneIn(8)) {
            return random.oneIn(10) ? forged(current.get()) : current.get();
        }
        return issuedHandles.kept().isEmpty() ? unknownHandle() : random.pick(issuedHandles.kept());
    }

    /** A handle of {@link #lease}; now and then a damaged one, or one of another kind of store. */
    Shown handle() {
        var lease = lease();
        byte[] bytes = HandleCodec.encode(issuedHandles.backend(), lease);
        String note = lease.toString();
        return switch (random.below(60)) {
            case 0 -> shown(BackendTag.VALKEY, bytes, note);
            case 1 -> shown(issuedHandles.backend(), HandleCodec.encode(BackendTag.VALKEY, lease), note);
            case 2 ->
                shown(issuedHandles.backend(), Arrays.copyOf(bytes, random.below(bytes.length)), "a part of " + note);
            default -> shown(issuedHandles.backend(), bytes, note);
        };
    }

    /** What a worker can do: mostly everything. */
    List<String> capabilities() {
        return random.oneIn(3) ? random.some(Participants.CAPABILITIES) : Participants.CAPABILITIES;
    }

    private boolean isLive(ModelledExecution each) {
        return ExecutionStage.isLeased(each)
                && !each.execution().lease().orElseThrow().isExpiredAt(world.now());
    }

    private static Shown shown(BackendTag backend, byte[] bytes, String note) {
        return new Shown(new Handle(backend, HandleKind.FRESH, bytes), note);
    }

    /** The same lease with one part that is not its own. */
    private HandlePayload forged(HandlePayload own) {
        int part = random.below(5);
        return new HandlePayload(
                part == 0 ? any() : own.executionId(),
                part == 1 ? own.attemptIndex() + 1 : own.attemptIndex(),
                part == 2 ? new AttemptId(random.uuid()) : own.attemptId(),
                part == 3 ? new LeaseId(random.uuid()) : own.leaseId(),
                part == 4 ? own.leaseEpoch() + 1 : own.leaseEpoch(),
                own.leaseTtlMs(),
                own.laneId(),
                own.workerInstanceId());
    }

    private HandlePayload unknownHandle() {
        return new HandlePayload(
                newId(), 0, new AttemptId(random.uuid()), new LeaseId(random.uuid()), 1, 1_000, "main", "w-a");
    }
}
