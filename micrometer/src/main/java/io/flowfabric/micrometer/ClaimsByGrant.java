package io.flowfabric.micrometer;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ClaimExecution;
import io.flowfabric.model.op.ClaimForWorker;
import io.flowfabric.model.op.ClaimForWorkerOutcome;
import io.flowfabric.model.op.ClaimResumedExecution;
import io.flowfabric.model.op.IssueGrantAndClaim;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Optional;

/** Times grants that a worker asks for and claims by a grant, whatever became of them. Claims that wait would tell nothing. */
final class ClaimsByGrant {
    private final MeterProvider<Timer> claims;

    private final LaneLabels lanes;

    ClaimsByGrant(MeterRegistry registry, LaneLabels lanes) {
        this.lanes = lanes;
        this.claims = Timer.builder("ff.claim.from.grant.duration")
                .description("Grants asked for by workers, and claims of one execution by a grant")
                .serviceLevelObjectives(Boundaries.ofCalls())
                .withRegistry(registry);
    }

    /** @param answer empty if the call failed */
    void took(Object arguments, Optional<Object> answer, Duration time) {
        lane(arguments)
                .map(LaneId::value)
                .map(lane -> provesLane(answer) ? lanes.ofKnown(lane) : lanes.of(lane))
                .ifPresent(label -> claims.withTag("lane", label).record(time));
    }

    /** A worker may ask for work on a lane that does not exist. */
    private static boolean provesLane(Optional<Object> answer) {
        return answer.isPresent() && !(answer.get() instanceof ClaimForWorkerOutcome.NoWork);
    }

    private static Optional<LaneId> lane(Object arguments) {
        if (arguments instanceof ClaimForWorker claim) {
            return Optional.of(claim.laneId());
        } else if (arguments instanceof ClaimExecution claim) {
            return Optional.of(claim.laneId());
        } else if (arguments instanceof ClaimResumedExecution claim) {
            return Optional.of(claim.laneId());
        } else if (arguments instanceof IssueGrantAndClaim claim) {
            return Optional.of(claim.laneId());
        }
        return Optional.empty();
    }
}
