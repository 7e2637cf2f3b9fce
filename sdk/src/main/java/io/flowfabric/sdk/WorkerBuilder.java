package io.flowfabric.sdk;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A worker about to be started. What is not named keeps its default. Belongs to one thread. A value that breaks a rule
 * fails with {@code invalid_input}, here or in {@link #start()}.
 */
public final class WorkerBuilder {
    private static final Duration LONGEST_TTL = Duration.ofMillis(0xFFFF_FFFFL);

    private final Fabric fabric;
    private final List<LaneId> lanes;
    private final Map<String, Handlers.Work> handlers = new HashMap<>();
    private Optional<Handlers.Work> anyKind = Optional.empty();
    private WorkerId workerId = new WorkerId("worker");
    private WorkerInstanceId instanceId =
            new WorkerInstanceId(ProcessHandle.current().pid() + "-" + UUID.randomUUID());
    private Namespace namespace;
    private CapabilitySet capabilities = CapabilitySet.EMPTY;
    private Duration leaseTtl = Duration.ofSeconds(30);
    private int concurrency = 16;

    WorkerBuilder(Fabric fabric, List<String> lanes) {
        this.fabric = fabric;
        this.lanes = lanes.stream().distinct().map(LaneId::new).toList();
        this.namespace = fabric.options().namespace();
        if (lanes.isEmpty()) {
            throw invalid("lanes: none given", "At least one lane is required; name those to claim from.");
        }
    }

    /** Handles a kind; the last handler of a kind wins. */
    public <P, R extends @Nullable Object> WorkerBuilder on(String kind, Class<P> payload, Handler<P, R> handler) {
        handlers.put(kind, Handlers.typed(fabric.codec(), payload, handler));
        return this;
    }

    /** Handles a kind in terms of bytes; the last handler of a kind wins. */
    public WorkerBuilder on(String kind, TaskHandler handler) {
        handlers.put(kind, Handlers.raw(fabric.codec(), handler));
        return this;
    }

    /** Handles the kinds that have no handler of their own. Without it their attempts fail. */
    public WorkerBuilder onAnyKind(TaskHandler handler) {
        anyKind = Optional.of(Handlers.raw(fabric.codec(), handler));
        return this;
    }

    /** How many handlers run at once; 16 unless set, less than 1 counts as 1. */
    public WorkerBuilder concurrency(int value) {
        concurrency = Math.max(1, value);
        return this;
    }

    /**
     * How long the engine waits for a sign of life before another worker takes over; 30 seconds unless set, 1 ms to 49
     * days. Short leases cost renewals and are lost in a long pause of this process; long ones delay the takeover.
     */
    public WorkerBuilder leaseTtl(Duration value) {
        if (value.toMillis() < 1 || value.compareTo(LONGEST_TTL) > 0) {
            throw invalid("lease_ttl: " + value, "A lease lasts 1 ms to " + LONGEST_TTL + ".");
        }
        leaseTtl = value;
        return this;
    }

    /** What it can do: executions that require anything else are left to others. */
    public WorkerBuilder capabilities(String... tokens) {
        capabilities = CapabilitySet.ofWorker(List.of(tokens));
        return this;
    }

    /** Claims only executions of this namespace; that of the {@link FlowFabric} unless set. */
    public WorkerBuilder namespace(String value) {
        namespace = new Namespace(value);
        return this;
    }

    /** The name of the pool it belongs to; {@code worker} unless set. */
    public WorkerBuilder workerId(String value) {
        workerId = new WorkerId(value);
        return this;
    }

    /** The name of this one worker, which no other may have at the same time; minted unless set. */
    public WorkerBuilder workerInstanceId(String value) {
        instanceId = new WorkerInstanceId(value);
        return this;
    }

    /**
     * Starts it. It runs until it is stopped, or the {@link FlowFabric} is closed, and keeps the process alive.
     *
     * @throws EngineException {@code invalid_input} if it has no handler, {@code unavailable} after the close
     */
    public Worker start() {
        var all = new Handlers(handlers, anyKind, fabric.codec());
        if (all.isEmpty()) {
            throw invalid("handlers: none given", "Say what to do with on(kind, …) or onAnyKind(…).");
        }
        var identity = new WorkerIdentity(workerId, instanceId, namespace, capabilities);
        var settings = new WorkerSettings(identity, lanes, leaseTtl, concurrency);
        var workers = fabric.workers();
        return workers.start(() -> new Worker(parts(settings), all, workers::remove));
    }

    private WorkerParts parts(WorkerSettings settings) {
        var pace = new Pace(concurrency, leaseTtl.toNanos());
        return new WorkerParts(
                fabric.engine(), settings, pace, new Slots(concurrency, pace), new StopSignal(), System::nanoTime);
    }

    private static EngineException invalid(String detail, String wayOut) {
        return EngineError.of(ErrorCode.INVALID_INPUT, detail, wayOut).toException();
    }
}
