package io.flowfabric.testkit.modelled;

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

/** Whom a call is about and what its caller can show: mostly the right thing, and every wrong one now and then. */
final class Picks {
    private static final int BEYOND_ALL_PARTITIONS = 300;

    private final Dice dice;
    private final World world;
    private final Hands hands;

    Picks(Dice dice, World world, Hands hands) {
        this.dice = dice;
        this.world = world;
        this.hands = hands;
    }

    /** A handle and what it says, if it can be read. */
    record Shown(Handle handle, String note) {}

    /** An execution in a state, if there is one; now and then any other, or an id that nobody has. */
    ExecutionId where(Predicate<ModelledExecution> fits) {
        var fitting = world.executions().stream().filter(fits).toList();
        return fitting.isEmpty() || dice.oneIn(6)
                ? any()
                : dice.pick(fitting).execution().id();
    }

    /** An execution, or, rarely, an id that nobody has. */
    ExecutionId any() {
        var all = world.executions();
        if (all.isEmpty() || dice.oneIn(30)) {
            return newId();
        }
        return dice.pick(all).execution().id();
    }

    /** An id that nobody has had. */
    ExecutionId newId() {
        int partition = dice.oneIn(25) ? BEYOND_ALL_PARTITIONS : dice.pick(Cast.PARTITIONS);
        return new ExecutionId(partition, dice.uuid());
    }

    /** A lease as its holder knows it; often a lapsed or an old one, now and then with one part wrong. */
    HandlePayload lease() {
        boolean live = !dice.oneIn(4);
        var current = hands.newest(where(each -> live ? isLive(each) : Standing.isActive(each)));
        if (current.isPresent() && !dice.oneIn(8)) {
            return dice.oneIn(10) ? forged(current.get()) : current.get();
        }
        return hands.kept().isEmpty() ? nobodys() : dice.pick(hands.kept());
    }

    /** A handle of {@link #lease}; now and then a damaged one, or one of another kind of store. */
    Shown handle() {
        var lease = lease();
        byte[] bytes = HandleCodec.encode(hands.backend(), lease);
        String note = lease.toString();
        return switch (dice.below(60)) {
            case 0 -> shown(BackendTag.VALKEY, bytes, note);
            case 1 -> shown(hands.backend(), HandleCodec.encode(BackendTag.VALKEY, lease), note);
            case 2 -> shown(hands.backend(), Arrays.copyOf(bytes, dice.below(bytes.length)), "a part of " + note);
            default -> shown(hands.backend(), bytes, note);
        };
    }

    /** What a worker can do: mostly everything. */
    List<String> capabilities() {
        return dice.oneIn(3) ? dice.some(Cast.CAPABILITIES) : Cast.CAPABILITIES;
    }

    private boolean isLive(ModelledExecution each) {
        return Standing.isLeased(each)
                && !each.execution().lease().orElseThrow().isExpiredAt(world.now());
    }

    private static Shown shown(BackendTag backend, byte[] bytes, String note) {
        return new Shown(new Handle(backend, HandleKind.FRESH, bytes), note);
    }

    /** The same lease with one part that is not its own. */
    private HandlePayload forged(HandlePayload own) {
        int part = dice.below(5);
        return new HandlePayload(
                part == 0 ? any() : own.executionId(),
                part == 1 ? own.attemptIndex() + 1 : own.attemptIndex(),
                part == 2 ? new AttemptId(dice.uuid()) : own.attemptId(),
                part == 3 ? new LeaseId(dice.uuid()) : own.leaseId(),
                part == 4 ? own.leaseEpoch() + 1 : own.leaseEpoch(),
                own.leaseTtlMs(),
                own.laneId(),
                own.workerInstanceId());
    }

    private HandlePayload nobodys() {
        return new HandlePayload(
                newId(), 0, new AttemptId(dice.uuid()), new LeaseId(dice.uuid()), 1, 1_000, "main", "w-a");
    }
}
