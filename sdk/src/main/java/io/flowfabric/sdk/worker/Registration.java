package io.flowfabric.sdk.worker;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.claim.WorkerRules;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.MarkWorkerDead;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.sdk.internal.StopSignal;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry of a worker in the registry: made before the worker claims anything, kept alive by heartbeats, removed at
 * the end. Only a failed registration keeps a worker from starting. Later failures of the registry do not stop it.
 */
final class Registration {
    private static final Logger LOG = LoggerFactory.getLogger(Registration.class);

    /** How long closing waits for a store that does not answer. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final Engine engine;
    private final WorkerSettings settings;
    private final StopSignal over = new StopSignal();
    private final Thread thread = new Thread(new BackgroundLoop("heartbeat", this::run), "flowfabric-heartbeat");
    private boolean failing;

    Registration(Engine engine, WorkerSettings settings) {
        this.engine = engine;
        this.settings = settings;
        thread.setDaemon(true);
    }

    /**
     * Registers the worker and keeps it registered.
     *
     * @throws ValidationException {@code invalid_input} if another live worker has its instance id
     * @throws EngineException if the registry cannot be reached
     */
    void enter() {
        if (InstanceIdCheck.lives(engine, settings.identity()) || !register()) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "worker_instance_id: " + settings.identity().instanceId(),
                            "Another live worker of namespace %s has this id. Give each worker its own id, or omit it to have one generated. A worker that died counts as alive for %s."
                                    .formatted(settings.identity().namespace(), settings.liveness()))
                    .toException();
        }
        thread.start();
    }

    /** Removes the worker from the registry, and waits a moment for that. */
    void close() {
        over.give();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        long period = settings.liveness().dividedBy(3).toNanos();
        over.pause(period);
        while (!over.isGiven()) {
            heartbeat();
            over.pause(period);
        }
        leave();
    }

    private void heartbeat() {
        var identity = settings.identity();
        try {
            var outcome = engine.call(
                    Catalogue.HEARTBEAT_WORKER, new HeartbeatWorker(identity.instanceId(), identity.namespace()));
            // The process was suspended for longer than its liveness.
            if (outcome instanceof HeartbeatWorkerOutcome.NotRegistered && !register()) {
                LOG.warn(
                        "A worker of another pool has registered as {}; give each worker its own instance id",
                        identity.instanceId());
            }
            recovered();
        } catch (RuntimeException | Error failed) {
            complain(failed);
        }
    }

    /**
     * Registers; answers false if a worker of another pool lives under the id. Whether the entry is new does not count:
     * a remote engine that missed the first answer repeats the call, and is told that its own entry exists.
     */
    private boolean register() {
        var identity = settings.identity();
        try {
            engine.call(
                    Catalogue.REGISTER_WORKER,
                    new RegisterWorker(
                            identity.workerId(),
                            identity.instanceId(),
                            identity.namespace(),
                            settings.laneIds(),
                            identity.capabilities(),
                            settings.liveness().toMillis()));
            return true;
        } catch (ValidationException refused) {
            if (WorkerRules.isReassigned(refused)) {
                return false;
            }
            throw refused;
        }
    }

    private void leave() {
        var identity = settings.identity();
        try {
            engine.call(
                    Catalogue.MARK_WORKER_DEAD,
                    new MarkWorkerDead(identity.instanceId(), identity.namespace(), "stopped"));
        } catch (RuntimeException failed) {
            LOG.debug("Worker {} stays registered for {}: {}", identity.instanceId(), settings.liveness(), failed);
        }
    }

    private void recovered() {
        if (failing) {
            LOG.info("Heartbeats work again");
        }
        failing = false;
    }

    private void complain(Throwable failed) {
        if (failing) {
            LOG.debug("Heartbeats still fail: {}", failed.toString());
        } else {
            LOG.warn("A heartbeat failed and will be tried again; the work goes on: {}", failed.toString());
        }
        failing = true;
    }
}
