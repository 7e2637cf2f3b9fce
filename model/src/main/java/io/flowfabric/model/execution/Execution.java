package io.flowfabric.model.execution;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptPointer;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The execution record: everything a rule may read except payload, policy and result.
 *
 * @param version moves with every write, so that a change can be applied to exactly the state it was decided on
 * @param blockingDetail free text beside the blocking reason, empty when there is nothing to add
 * @param leaseEpoch the fencing token; one more with every acquisition, never less
 * @param current which attempt owns or last owned the execution
 * @param openAttempt the attempt that is running or paused; ended attempts are history
 * @param lease present exactly while the execution is active
 */
public record Execution(
        ExecutionIdentity identity,
        long version,
        StateVector vector,
        String blockingDetail,
        int priority,
        Counters counters,
        long leaseEpoch,
        AttemptPointer current,
        Optional<Attempt> openAttempt,
        Optional<Lease> lease,
        Timing timing,
        @JsonProperty("alarms") DueTimes dueTimes,
        PendingLineage pending,
        Progress progress,
        ExecutionEnding ending,
        OptionalLong lastCapabilityMismatchAt) {

    /** Fails with {@code invariant_violation} when attempt or lease do not go with the state vector. */
    public Execution {
        require(vector.attemptState().isOpen() == openAttempt.isPresent(), "an attempt is open", identity, vector);
        require((vector.phase() == LifecyclePhase.ACTIVE) == lease.isPresent(), "a lease exists", identity, vector);
    }

    public ExecutionId id() {
        return identity.id();
    }

    public PublicState publicState() {
        return vector.publicState();
    }

    /** The holder of the lease, while there is one. */
    public Optional<LeaseHolder> leaseHolder() {
        return lease.isPresent() ? openAttempt.flatMap(Attempt::holder) : Optional.empty();
    }

    /** When its holder got the lease, while there is one: the open attempt began or went on at that moment. */
    public OptionalLong leaseAcquiredAt() {
        return lease.isPresent()
                ? OptionalLong.of(openAttempt.orElseThrow().times().takenUpAt())
                : OptionalLong.empty();
    }

    public Optional<AttemptId> currentAttemptId() {
        return current.id();
    }

    /** Starts the next version of this record. */
    public ExecutionEdit edit() {
        return new ExecutionEdit(this);
    }

    private static void require(boolean holds, String what, ExecutionIdentity identity, StateVector vector) {
        if (!holds) {
            throw EngineError.of(
                            ErrorCode.INVARIANT_VIOLATION,
                            "record does not fit its state vector",
                            "Whether %s must follow from the state of execution %s, which is %s."
                                    .formatted(what, identity.id(), vector.row()))
                    .toException();
        }
    }
}
