package io.flowfabric.model.op.read;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.PublicState;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code describe_execution} answers. Programs in this process may read the whole record; the wire carries the
 * summary that the other methods give.
 *
 * @param execution the whole record
 * @param executionKind what it was submitted as
 * @param tags its tags, in the order of their keys
 */
public record ExecutionSnapshot(@JsonIgnore Execution execution, String executionKind, Map<String, String> tags) {

    public ExecutionSnapshot {
        tags = Collections.unmodifiableMap(new TreeMap<>(tags));
    }

    /** An attempt by its two names. */
    public record CurrentAttempt(AttemptId attemptId, int attemptIndex) {}

    /**
     * A lease as it is recorded, which may have expired or been revoked: compare {@code expiresAt} with the store's
     * time.
     *
     * @param lastHeartbeatAt the claim, or the last renewal
     */
    public record CurrentLease(
            LeaseId leaseId,
            long leaseEpoch,
            WorkerInstanceId workerInstanceId,
            int attemptIndex,
            long expiresAt,
            long lastHeartbeatAt) {}

    @JsonProperty("execution_id")
    public ExecutionId executionId() {
        return execution.id();
    }

    /** The flow it is a member of. */
    @JsonProperty("flow_id")
    public Optional<FlowId> flowId() {
        return execution.identity().flowId();
    }

    @JsonProperty("lane_id")
    public LaneId laneId() {
        return execution.identity().lane();
    }

    @JsonProperty("namespace")
    public Namespace namespace() {
        return execution.identity().namespace();
    }

    @JsonProperty("public_state")
    public PublicState publicState() {
        return execution.publicState();
    }

    /** What keeps it from running; absent when nothing does. */
    @JsonProperty("blocking_reason")
    public Optional<BlockingReason> blockingReason() {
        return Optional.of(execution.vector().blockingReason()).filter(reason -> reason != BlockingReason.NONE);
    }

    /** What there is to say about the reason. */
    @JsonProperty("blocking_detail")
    public Optional<String> blockingDetail() {
        return Optional.of(execution.blockingDetail()).filter(detail -> !detail.isEmpty());
    }

    /** The attempt that owns or last owned it; absent before the first claim and while a retry is scheduled. */
    @JsonProperty("current_attempt")
    public Optional<CurrentAttempt> currentAttempt() {
        return execution
                .currentAttemptId()
                .map(id -> new CurrentAttempt(id, execution.current().index().orElseThrow()));
    }

    /** The lease, from the claim until it is released or reclaimed; an expired or revoked one is still shown. */
    @JsonProperty("current_lease")
    public Optional<CurrentLease> currentLease() {
        return execution
                .leaseHolder()
                .map(holder -> new CurrentLease(
                        holder.leaseId(),
                        holder.epoch(),
                        holder.workerInstanceId(),
                        execution.current().index().orElseThrow(),
                        execution.lease().orElseThrow().expiresAt(),
                        execution.lease().orElseThrow().lastRenewedAt()));
    }

    @JsonProperty("created_at")
    public long createdAt() {
        return execution.timing().createdAt();
    }

    @JsonProperty("last_mutation_at")
    public long lastMutationAt() {
        return execution.timing().lastMutationAt();
    }

    /** How many attempts were ever made. */
    @JsonProperty("total_attempt_count")
    public int totalAttemptCount() {
        return execution.counters().attempts();
    }
}
