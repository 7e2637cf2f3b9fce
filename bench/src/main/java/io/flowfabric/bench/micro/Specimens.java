package io.flowfabric.bench.micro;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.policy.ExecutionPolicy;
import java.util.UUID;

/** An execution as S1 has them, at the moments of its life. */
final class Specimens {
    static final LaneId LANE = new LaneId("bench");
    static final long NOW = 1_700_000_000_000L;

    static final CreateExecution SUBMITTED = CreateExecution.of(new Namespace("default"), LANE, "noop")
            .input(Payload.of(new byte[256]))
            .build();

    static final Acquisition ACQUISITION = Acquisition.of(
            new WorkerId("worker"),
            new WorkerInstanceId("1000-00000000-0000-4000-8000-000000000000"),
            new LeaseId(UUID.randomUUID()),
            new AttemptId(UUID.randomUUID()),
            30_000);

    private Specimens() {}

    static ExecutionId id() {
        return ExecutionId.solo(LANE, EngineSettings.DEFAULT.partitions());
    }

    /** One that may be claimed. */
    static Loaded eligible() {
        var decision = CreateRules.create(SUBMITTED, id(), CreateRules.Existing.NOTHING, NOW);
        var created = (Change.Created) decision.changes().get(0);
        return Loaded.of(created.after(), ExecutionPolicy.NONE);
    }

    /** One under the lease of {@link #fence()}. */
    static Execution leased() {
        return ClaimRules.claim(eligible(), CapabilitySet.EMPTY, ACQUISITION, 0, NOW)
                .answer()
                .orThrow()
                .orElseThrow()
                .execution();
    }

    static Fence fence() {
        return new Fence(ACQUISITION.leaseId(), 1, ACQUISITION.attemptId());
    }
}
