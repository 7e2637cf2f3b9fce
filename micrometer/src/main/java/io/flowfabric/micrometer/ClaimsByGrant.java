package io.flowfabric.micrometer;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.claim.ClaimForWorker;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome;
import io.flowfabric.model.op.grant.ClaimExecution;
import io.flowfabric.model.op.grant.ClaimResumedExecution;
import io.flowfabric.model.op.grant.IssueGrantAndClaim;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Optional;

/**
 * Times grants to workers and claims by a grant, successful or not. Long-polling claims are left out: they mostly wait.
 */
final class ClaimsByGrant {
    private final MeterProvider<Timer> claims;

    private final LaneLabels lanes;

    ClaimsByGrant(MeterRegistry registry, LaneLabels lanes) {
        this.lanes = lanes;
        this.claims = Timer.builder("ff.claim.from.grant.duration")
                .description("Grants requested by workers, and claims of one execution by a grant")
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

    /** Whether the lane exists: a worker may name one that does not. */
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
