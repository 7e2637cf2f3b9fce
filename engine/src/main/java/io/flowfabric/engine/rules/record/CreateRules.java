package io.flowfabric.engine.rules.record;

import static io.flowfabric.model.state.AttemptState.PENDING_FIRST_ATTEMPT;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.engine.rules.lease.OperatorRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.Times;
import io.flowfabric.model.attempt.AttemptPointer;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.execution.ExecutionIdentity;
import io.flowfabric.model.execution.Progress;
import io.flowfabric.model.execution.Timing;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Created;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import io.flowfabric.model.policy.RoutingRequirements;
import io.flowfabric.model.policy.TimeoutPolicy;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.model.tag.Tags;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** 02 §4 — bringing an execution in. */
public final class CreateRules {
    private static final long DEFAULT_DEDUP_WINDOW_MS = 86_400_000;

    private CreateRules() {}

    /**
     * What is already stored.
     *
     * @param byKey the execution that a live entry of the idempotency key stands for
     * @param idTaken an execution with the same id exists
     * @param queuesIfFull how many queues the namespace has on the lane, if the execution would need one too many
     */
    public record Existing(Optional<ExecutionId> byKey, boolean idTaken, OptionalInt queuesIfFull) {
        public static final Existing NOTHING = new Existing(Optional.empty(), false);

        /** Without its queue, which is not known yet. */
        public Existing(Optional<ExecutionId> byKey, boolean idTaken) {
            this(byKey, idTaken, OptionalInt.empty());
        }
    }

    /** Refuses an id outside the partition count and an input over 1 MiB, before anything is read. */
    public static Optional<EngineError> checkArguments(CreateExecution args, ExecutionId id, PartitionConfig config) {
        var outOfRange = config.outOfRange(id);
        if (outOfRange.isPresent()) {
            return outOfRange;
        }
        if (args.input().size() > Limits.PAYLOAD_BYTES) {
            return Optional.of(EngineError.of(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    "input_payload: %d bytes".formatted(args.input().size()),
                    "At most %d bytes are stored; keep the data elsewhere and submit where it is."
                            .formatted(Limits.PAYLOAD_BYTES)));
        }
        return Optional.empty();
    }

    /** Creates an execution unless its key or id is taken; both are checked before policy and tags. */
    public static Decision<CreateExecutionOutcome> create(
            CreateExecution args, ExecutionId id, Existing existing, long now) {
        if (existing.byKey().isPresent()) {
            return Decision.of(new Duplicate(existing.byKey().get()));
        }
        if (existing.idTaken()) {
            return Decision.of(new Duplicate(id));
        }
        ExecutionPolicy policy;
        Tags tags;
        try {
            policy = PolicyJson.parse(args.policy());
            tags = Tags.of(args.tags());
        } catch (EngineException invalid) {
            return Decision.refuse(invalid.error());
        }
        if (existing.queuesIfFull().isPresent()) {
            return Decision.refuse(QueueRules.full(
                    args.namespace(), args.laneId(), existing.queuesIfFull().getAsInt()));
        }
        var execution = execution(args, id, policy, tags, now);
        var submission = new Submission(
                args.executionKind(),
                args.creatorIdentity(),
                args.input(),
                policy,
                tags,
                reservation(args, policy, now));
        return Decision.<CreateExecutionOutcome>of(new Created(id, execution.publicState()))
                .changing(new Change.Created(execution, submission))
                .emitting(announcement(execution));
    }

    /** What the outbox says about an execution that is new. */
    public static Optional<InstanceTagEvent> announcement(Execution created) {
        var identity = created.identity();
        return identity.instanceTag()
                .map(value -> new InstanceTagEvent(
                        EventSubject.of(identity, created.timing().createdAt()), value));
    }

    private static Execution execution(
            CreateExecution args, ExecutionId id, ExecutionPolicy policy, Tags tags, long now) {
        var required = policy.admission()
                .routingRequirements()
                .map(RoutingRequirements::requiredCapabilities)
                .orElse(CapabilitySet.EMPTY);
        boolean delayed = args.delayUntil().isPresent() && args.delayUntil().getAsLong() > now;
        var delayUntil = delayed ? args.delayUntil() : OptionalLong.empty();
        return new Execution(
                new ExecutionIdentity(
                        id, args.namespace(), args.laneId(), required, Optional.empty(), tags.instanceTag()),
                1,
                StateVector.of(delayed ? VectorRow.DELAYED : VectorRow.ELIGIBLE, PENDING_FIRST_ATTEMPT),
                delayed ? "delayed until " + delayUntil.getAsLong() : "",
                OperatorRules.clampPriority(args.priority()),
                Counters.ZERO,
                0,
                AttemptPointer.NONE,
                Optional.empty(),
                Optional.empty(),
                Timing.createdAt(now),
                DueTimes.NONE.withDelayUntil(delayUntil).withDeadlineAt(deadline(args, policy, now)),
                PendingLineage.NONE,
                Progress.NONE,
                ExecutionEnding.NONE,
                OptionalLong.empty());
    }

    private static OptionalLong deadline(CreateExecution args, ExecutionPolicy policy, long now) {
        if (args.executionDeadlineAt().isPresent()) {
            return args.executionDeadlineAt();
        }
        var ms = policy.handling()
                .timeoutPolicy()
                .map(TimeoutPolicy::executionDeadlineMs)
                .orElse(OptionalLong.empty());
        return ms.isPresent() ? OptionalLong.of(Times.plus(now, ms.getAsLong())) : ms;
    }

    private static Optional<Submission.KeyReservation> reservation(
            CreateExecution args, ExecutionPolicy policy, long now) {
        long window = policy.submission().dedupWindowMs().orElse(DEFAULT_DEDUP_WINDOW_MS);
        return args.idempotencyKey()
                .filter(IdempotencyKey::isPresent)
                .filter(key -> window > 0)
                .map(key -> new Submission.KeyReservation(key, Times.plus(now, window)));
    }
}
