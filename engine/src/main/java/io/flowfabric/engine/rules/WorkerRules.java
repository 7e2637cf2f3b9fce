package io.flowfabric.engine.rules;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.WorkerEventKind;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.op.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.RegisterWorkerOutcome;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** 02 §13 — who counts as a live worker. Says nothing about leases: those have a clock of their own. */
public final class WorkerRules {
    private WorkerRules() {}

    /** At the very end of its liveness a worker is neither alive nor lapsed. */
    public static boolean isAlive(Worker worker, long now) {
        return worker.livenessEndsAt() > now;
    }

    /** Whether a worker is to be swept. */
    public static boolean isLapsed(Worker worker, long now) {
        return worker.livenessEndsAt() < now;
    }

    /** Whether a worker can run what stands on a lane of a namespace and requires some capabilities. */
    public static boolean serves(
            WorkerKey worker, WorkerOffer offer, Namespace namespace, LaneId lane, CapabilitySet required) {
        return offer.lanes().contains(lane)
                && ClaimRules.serves(offer.capabilities(), Optional.of(worker.namespace()), namespace, required);
    }

    /** Enters a worker, or renews the offer of a live one. A live instance cannot change its pool. */
    public static Decision<RegisterWorkerOutcome> register(
            Optional<Worker> stored, WorkerKey key, WorkerId workerId, WorkerOffer offer, long now) {
        var live = stored.filter(worker -> isAlive(worker, now));
        if (live.isEmpty()) {
            return registered(new RegisterWorkerOutcome.Registered(), new Worker(key, workerId, offer, now, now));
        }
        if (!live.get().workerId().equals(workerId)) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.INVALID_INPUT,
                    "instance_id reassigned",
                    "Instance %s of namespace %s belongs to worker %s until %d; register %s under another instance id."
                            .formatted(
                                    key.workerInstanceId(),
                                    key.namespace(),
                                    live.get().workerId(),
                                    live.get().livenessEndsAt(),
                                    workerId)));
        }
        return registered(
                new RegisterWorkerOutcome.Refreshed(),
                new Worker(key, workerId, offer, live.get().registeredAtMs(), now));
    }

    /** Hears of a worker. One whose liveness has ended is not revived. */
    public static Decision<HeartbeatWorkerOutcome> heartbeat(Optional<Worker> stored, long now) {
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
    public static Decision<MarkWorkerDeadOutcome> markDead(Optional<Worker> stored, String reason, long now) {
        if (stored.isEmpty()) {
            return Decision.of(new MarkWorkerDeadOutcome.NotRegistered());
        }
        return Decision.<MarkWorkerDeadOutcome>of(new MarkWorkerDeadOutcome.Marked())
                .changing(new Change.WorkerRemoved(stored.get().key()))
                .emitting(event(stored.get(), WorkerEventKind.MARKED_DEAD, Optional.of(reason), now));
    }

    /** Strikes a lapsed worker off; answers whether it was lapsed. */
    public static Decision<Boolean> sweep(Worker stored, long now) {
        return isLapsed(stored, now)
                ? Decision.of(true)
                        .changing(new Change.WorkerRemoved(stored.key()))
                        .emitting(event(stored, WorkerEventKind.TTL_SWEPT, Optional.empty(), now))
                : Decision.of(false);
    }

    private static Decision<RegisterWorkerOutcome> registered(RegisterWorkerOutcome outcome, Worker worker) {
        return Decision.of(outcome)
                .changing(new Change.WorkerStored(worker))
                .emitting(event(worker, WorkerEventKind.REGISTERED, Optional.empty(), worker.lastHeartbeatMs()));
    }

    private static WorkerEvent event(Worker worker, WorkerEventKind kind, Optional<String> reason, long now) {
        return new WorkerEvent(worker.key(), kind, reason, now);
    }
}
