package io.flowfabric.engine.rules.claim;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.followup.FollowUpRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** 02 §13 — which workers count as live. Says nothing about leases: those expire separately. */
public final class WorkerRules {
    /** The detail of a refused registration that names the live worker of the instance. */
    private static final String LIVE_WORKER = "live_worker_id";

    private WorkerRules() {}

    /** At the very end of its liveness a worker is neither alive nor expired. */
    public static boolean isAlive(RegisteredWorker worker, long now) {
        return worker.livenessEndsAt() > now;
    }

    /** Whether a worker is to be swept. */
    public static boolean isExpired(RegisteredWorker worker, long now) {
        return worker.livenessEndsAt() < now;
    }

    /** Whether a worker can run executions of a lane and a namespace that require some capabilities. */
    public static boolean serves(
            WorkerKey worker, WorkerOffer offer, Namespace namespace, LaneId lane, CapabilitySet required) {
        return offer.lanes().contains(lane)
                && ClaimRules.serves(offer.capabilities(), Optional.of(worker.namespace()), namespace, required);
    }

    /** Enters a worker, or renews the offer of a live one. A live instance cannot change its pool. */
    public static Decision<RegisterWorkerOutcome> register(
            Optional<RegisteredWorker> stored, WorkerKey key, WorkerId workerId, WorkerOffer offer, long now) {
        var live = stored.filter(worker -> isAlive(worker, now));
        if (live.isEmpty()) {
            return registered(
                    new RegisterWorkerOutcome.Registered(), new RegisteredWorker(key, workerId, offer, now, now));
        }
        if (!live.get().workerId().equals(workerId)) {
            return Decision.refuse(reassigned(live.get(), key, workerId));
        }
        return registered(
                new RegisterWorkerOutcome.Refreshed(),
                new RegisteredWorker(key, workerId, offer, live.get().registeredAtMs(), now));
    }

    private static EngineError reassigned(RegisteredWorker live, WorkerKey key, WorkerId workerId) {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "instance_id reassigned",
                        "Instance %s of namespace %s belongs to worker %s until %d; register %s under another instance id."
                                .formatted(
                                        key.workerInstanceId(),
                                        key.namespace(),
                                        live.workerId(),
                                        live.livenessEndsAt(),
                                        workerId))
                .with(LIVE_WORKER, live.workerId().value());
    }

    /** Whether a registration was refused because the instance id belongs to a live worker of another pool. */
    public static boolean isReassigned(EngineException refused) {
        return refused.code() == ErrorCode.INVALID_INPUT && refused.details().containsKey(LIVE_WORKER);
    }

    /** A heartbeat of a worker. One whose liveness has ended is not revived. */
    public static Decision<HeartbeatWorkerOutcome> heartbeat(Optional<RegisteredWorker> stored, long now) {
        var live = stored.filter(worker -> isAlive(worker, now));
        if (live.isEmpty()) {
            return Decision.of(new HeartbeatWorkerOutcome.NotRegistered());
        }
        var heard = live.get().heardAt(now);
        return Decision.<HeartbeatWorkerOutcome>of(new HeartbeatWorkerOutcome.Refreshed(heard.livenessEndsAt()))
                .changing(new Change.WorkerStored(heard))
                .emitting(event(heard, WorkerEventKind.HEARTBEAT, Optional.empty(), now));
    }

    /** Refuses a reason that is too long or would disturb a log, before anything is read. */
    public static Optional<EngineError> checkReason(String reason) {
        int length = reason.getBytes(StandardCharsets.UTF_8).length;
        if (length > Limits.WORKER_REASON_BYTES) {
            return Optional.of(EngineError.of(
                    ErrorCode.INVALID_INPUT,
                    "reason: exceeds %d bytes (got %d)".formatted(Limits.WORKER_REASON_BYTES, length),
                    "Shorten it."));
        }
        return reason.codePoints().anyMatch(Character::isISOControl)
                ? Optional.of(EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "reason: must not contain control characters",
                        "Write it in one line."))
                : Optional.empty();
    }

    /** Strikes a worker off, alive or not. */
    public static Decision<MarkWorkerDeadOutcome> markDead(Optional<RegisteredWorker> stored, String reason, long now) {
        if (stored.isEmpty()) {
            return Decision.of(new MarkWorkerDeadOutcome.NotRegistered());
        }
        return Decision.<MarkWorkerDeadOutcome>of(new MarkWorkerDeadOutcome.Marked())
                .changing(new Change.WorkerRemoved(stored.get().key()))
                .emitting(event(stored.get(), WorkerEventKind.MARKED_DEAD, Optional.of(reason), now));
    }

    /** Removes a worker whose liveness has ended; returns whether it had. */
    public static Decision<Boolean> sweep(RegisteredWorker stored, long now) {
        return isExpired(stored, now)
                ? Decision.of(true)
                        .changing(new Change.WorkerRemoved(stored.key()))
                        .emitting(event(stored, WorkerEventKind.TTL_SWEPT, Optional.empty(), now))
                : Decision.of(false);
    }

    private static Decision<RegisterWorkerOutcome> registered(RegisterWorkerOutcome outcome, RegisteredWorker worker) {
        return Decision.of(outcome)
                .changing(new Change.WorkerStored(worker))
                .emitting(event(worker, WorkerEventKind.REGISTERED, Optional.empty(), worker.lastHeartbeatMs()))
                .followedBy(FollowUpRules.releaseRoutes(worker.key()));
    }

    private static WorkerEvent event(RegisteredWorker worker, WorkerEventKind kind, Optional<String> reason, long now) {
        return new WorkerEvent(worker.key(), kind, reason, now);
    }
}
