package io.flowfabric.store.testkit.quiescence;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What the rules would hand out to a claim, of what is stored now. */
final class ClaimableWork {
    private static final int MOST = 200;

    private final Duration reclaimGrace;

    ClaimableWork(Duration reclaimGrace) {
        this.reclaimGrace = reclaimGrace;
    }

    /** The executions that a claim could get. */
    List<Execution> fitting(ReadTx tx, ClaimRequest claim) {
        long now = tx.now();
        var ids = new LinkedHashSet<ExecutionId>();
        for (var lane : claim.lanes()) {
            ids.addAll(tx.executions()
                    .eligible(new ScanEligibleExecutions(lane.laneId(), MOST, OptionalInt.empty()), MOST));
        }
        tx.due()
                .reclaimable(Optional.empty(), now - reclaimGrace.toMillis(), MOST)
                .forEach(reclaimable -> ids.add(reclaimable.executionId()));
        return ids.stream()
                .flatMap(id -> tx.executions().load(id).stream())
                .filter(loaded -> fits(loaded, claim, now))
                .filter(loaded -> isOfItsKinds(tx, loaded.execution().id(), claim))
                .map(Loaded::execution)
                .toList();
    }

    private boolean fits(Loaded loaded, ClaimRequest claim, long now) {
        var identity = loaded.execution().identity();
        var by = Acquisition.of(
                claim.workerId(), claim.workerInstanceId(), LeaseId.mint(), AttemptId.mint(), claim.leaseTtlMs());
        return claim.lanes().stream().anyMatch(lane -> lane.laneId().equals(identity.lane()))
                && ClaimRules.serves(
                        claim.capabilities(), claim.namespace(), identity.namespace(), identity.requiredCapabilities())
                && ClaimRules.claim(loaded, claim.capabilities(), by, reclaimGrace.toMillis(), now)
                        .answer()
                        .orThrow()
                        .isPresent();
    }

    private static boolean isOfItsKinds(ReadTx tx, ExecutionId id, ClaimRequest claim) {
        return tx.executions()
                .content(id)
                .map(ExecutionContent::executionKind)
                .filter(kind -> claim.onlyKinds().isEmpty() || claim.onlyKinds().contains(kind))
                .filter(kind -> !claim.exceptKinds().contains(kind))
                .isPresent();
    }
}
