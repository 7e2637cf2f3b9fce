package io.flowfabric.sdk;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.op.HeartbeatWorker;
import io.flowfabric.model.op.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.MarkWorkerDead;
import io.flowfabric.model.op.RegisterWorker;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry of a worker in the registry: made before it claims anything, kept alive by heartbeats, struck off at the
 * end. Only its beginning can keep a worker from working. Later the registry merely tells others about it, and a
 * registry that cannot be reached stops nobody.
 */
final class Registration {
    private static final Logger LOG = LoggerFactory.getLogger(Registration.class);

    /** How long closing waits for a store that does not answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

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
     * @throws ValidationException {@code invalid_input} if another one lives under its instance id
     * @throws EngineException if the registry cannot be reached
     */
    void enter() {
        if (Namesake.lives(engine, settings.identity()) || !register()) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "worker_instance_id: " + settings.identity().instanceId(),
                            "Another worker of namespace %s lives under this id. Give each its own, or none to have one minted; one that died counts as alive for %s."
                                    .formatted(settings.identity().namespace(), settings.liveness()))
                    .toException();
        }
        thread.start();
    }

    /** Strikes the worker off, and waits for that for a moment. */
    void close() {
        over.give();
        try {
            thread.join(PATIENCE.toMillis());
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
            // The process slept for longer than it counts as alive.
            if (outcome instanceof HeartbeatWorkerOutcome.NotRegistered && !register()) {
                LOG.warn(
                        "A worker of another pool has registered as {}; give each an instance id of its own",
                        identity.instanceId());
            }
            recovered();
        } catch (RuntimeException | Error failed) {
            complain(failed);
        }
    }

    /**
     * Registers; answers false if a worker of another pool lives under the id. Whether the entry is new does not count: an
     * engine that did not hear the first answer asks again, and is told that there is one, its own.
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
            if (refused.error().detail().equals("instance_id reassigned")) {
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
