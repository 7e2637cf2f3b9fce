package io.flowfabric.model.execution;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.attempt.AttemptPointer;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.StateVector;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Records to begin with, as a newly created execution and its first claim make them. */
public final class Samples {
    public static final Attempt ATTEMPT = Attempt.started(
            new AttemptId(new UUID(0, 2)), 0, AttemptType.INITIAL, AttemptLineage.NONE, holder(7), 1_000);
    static final Lease LEASE = Lease.from(1_000, 30_000);

    private Samples() {}

    public static LeaseHolder holder(long epoch) {
        return new LeaseHolder(
                new WorkerId("w1"), new WorkerInstanceId("w1-a"), new LeaseId(new UUID(3, epoch)), epoch);
    }

    static Execution execution(StateVector vector, Optional<Attempt> openAttempt, Optional<Lease> lease) {
        return new Execution(
                new ExecutionIdentity(
                        new ExecutionId(0, new UUID(0, 1)),
                        new Namespace("tests"),
                        new LaneId("default"),
                        CapabilitySet.EMPTY,
                        Optional.empty(),
                        Optional.empty()),
                1,
                vector,
                "",
                0,
                Counters.ZERO,
                0,
                AttemptPointer.NONE,
                openAttempt,
                lease,
                Timing.createdAt(1_000),
                DueTimes.NONE,
                PendingLineage.NONE,
                Progress.NONE,
                ExecutionEnding.NONE,
                OptionalLong.empty());
    }
}
